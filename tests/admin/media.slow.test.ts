import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import type { FileChooser, Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { png } from "../support/media/files.ts";
import { picture } from "../support/media/pictures.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { fitsIn } from "./support/page-width.ts";
import { upload } from "./support/upload.ts";

describeInBrowser("the media library", () => {
  const site = useAdminSite(join(import.meta.dirname, "media.config.ts"));

  const picturesOf = (...names: readonly string[]) =>
    Promise.all(names.map((name) => upload(site.stack.admin, png(10, 10, name), { name: `${name}.png`, type: "image/png" })));
  beforeAll(() => picturesOf("shot-0", "shot-1"));

  const items = (page: Page) => page.getByRole("list", { name: "Images" }).getByRole("link");
  /** Chooses a file in the file chooser that a button opens. */
  const choose = async (page: Page, button: string, files: Parameters<FileChooser["setFiles"]>[0]) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: button, exact: true }).click();
    await (await chooser).setFiles(files);
  };

  test("uploads several files; failed ones can be sent again, one by one or all", async () => {
    const page = await site.openAs(ADMIN);
    let refusals = 3;
    await page.route("**/api/assets/upload", (route) => {
      if (refusals-- > 0) return route.abort();
      return route.continue();
    });
    await page.goto("/admin/media");
    const files = ["a", "b", "c", "d"].map((name) => ({ name: `${name}.png`, mimeType: "image/png", buffer: png(9, 9, name) }));
    await choose(page, "Upload", [...files, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") }]);
    await page.getByText("One file is of another kind").waitFor();
    const again = page.getByRole("button", { name: /^Send .*\.png again$/ });
    const failed = (count: number) => eventually(async () => (await again.count()) === count, { what: `${count} uploads have failed` });
    await failed(3);

    await again.first().click();
    await failed(2);
    await page.getByRole("button", { name: "Send all again" }).click();
    await page.getByRole("region", { name: "Uploads" }).waitFor({ state: "detached" });

    const { data } = await site.stack.admin.get("/api/_image?filter[width]=9&fields=filename");
    expect(data.map(({ filename }: { filename: string }) => filename[0]).toSorted()).toEqual(["a", "b", "c", "d"]);
    await eventually(async () => (await items(page).allInnerTexts()).filter((name) => /^[abcd]-/.test(name)).length === 4);
  });

  test("shows the usages of files before they are deleted, and why some can't be deleted", async () => {
    const { admin } = site.stack;
    const [used, free] = await picturesOf("used", "free");
    await admin.post("/api/place", { name: "Harbour", photo: used.id, parts: [{ _type: "picture", image: used.id }] });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/media");
    for (const { filename } of [used, free]) await page.getByLabel(`Select ${filename}`).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("used in 2 places:").waitFor();
    await dialog.getByText("Not used anywhere that you can see.").waitFor();
    expect(await dialog.getByRole("link", { name: "Harbour" }).count()).toBe(2);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await dialog.waitFor({ state: "detached" });

    expect((await admin.get(`/api/_image/${used.id}`)).status).toBe(404);
    expect((await admin.get("/api/place?filter[name]=Harbour")).data[0]).toMatchObject({ photo: null });
  });

  test("a role that may only read can't upload, delete or change an image", async () => {
    await site.stack.signInAs("reader");
    const page = await site.openAs("reader@example.com");
    await page.goto("/admin/media?sort=filename&q=shot");
    await items(page).first().waitFor();
    for (const name of ["Upload", "Delete"]) expect(await page.getByRole("button", { name }).count()).toBe(0);
    expect(await page.getByRole("checkbox").count()).toBe(0);
    await items(page).first().click();
    await page.getByRole("heading", { name: "shot-0" }).waitFor();
    for (const name of ["Save", "Delete"]) expect(await page.getByRole("button", { name }).count()).toBe(0);
    expect(await page.getByRole("slider").count()).toBe(0);
  });

  test("a focal point is set by click and by keys, and the crops follow it", async () => {
    const { admin } = site.stack;
    const { id, url, filename } = await upload(admin, await picture("png", { width: 800, height: 100 }), {
      name: "wide.png",
      type: "image/png",
    });
    const crop = async () => (await admin.get(`${url}?w=160&h=90&fit=cover&format=webp`)).headers.get("etag");
    const middle = await crop();
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/media/image/${id}`);
    const slider = page.getByRole("slider", { name: "Focal point" });
    await slider.waitFor();
    const shape = page.getByRole("group", { name: "Crops" }).locator("img").last();
    await eventually(() => page.locator("[data-focal-area] img").evaluate((img: { naturalWidth: number }) => img.naturalWidth > 0));
    await page.locator("[data-focal-area]").click({ position: { x: 5, y: 5 } });
    const clicked = await slider.getAttribute("aria-valuetext");
    expect(clicked).toMatch(/^[01] % from the left/);
    await slider.focus();
    for (const key of ["Shift+ArrowRight", "ArrowRight", "ArrowLeft", "Shift+ArrowDown"]) await page.keyboard.press(key);
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^1[01] % from the left, /);
    expect(await shape.evaluate((img: { style: { objectPosition: string } }) => img.style.objectPosition)).not.toBe("50% 50%");
    await page.getByLabel("Alternative text").fill("Red and blue");
    await page.keyboard.press("Control+s");
    await page.locator('[data-phase="saved"]').waitFor();

    const { data } = await admin.get(`/api/_image/${id}`);
    expect(data).toMatchObject({ alt: "Red and blue", filename });
    expect(data.focalX).toBeCloseTo(0.1, 1);
    expect(await crop()).not.toBe(middle);
    expect(site.complaints()).toEqual([]);
  });

  test("a file is replaced everywhere: in single fields, in lists, inside blocks, in texts, in drafts and globals", async () => {
    const { admin } = site.stack;
    const [old, other] = await picturesOf("old", "other");
    await admin.put(`/api/_image/${old.id}`, { alt: "A quay" });
    const article = (await admin.post("/api/article", { title: "Live", cover: old.id })).data;
    await admin.put(`/api/article/${article.id}?draft=true`, { title: "Pending" });
    const parts = [
      { _type: "picture", _key: "a", image: old.id },
      { _type: "text", _key: "b", text: old.id },
    ];
    const place = (await admin.post("/api/place", { name: "Quay", photo: old.id, gallery: [other.id, old.id], parts })).data;
    await admin.put("/api/settings?locale=de", { logo: old.id });
    const item = (content: object) => ({ type: "listItem", content: [content] });
    const textWith = (image: string) => [
      { _type: "bulletList", content: [item({ type: "image", attrs: { image } })] },
      { _type: "figure", attrs: { photo: image } },
    ];
    const notesWith = (image: string) => `[b]: <asset:${image}>\n\n![a][b]\n\n\`![a](asset:${old.id})\``;
    const story = (await admin.post("/api/story", { title: "Told", body: textWith(old.id), notes: notesWith(old.id) })).data;
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/media/image/${old.id}`);
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    await choose(page, "Upload the other file", { name: "new.png", mimeType: "image/png", buffer: png(11, 11, "new") });
    await page.getByRole("dialog").getByText("used in 8 places:").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Replace", exact: true }).click();
    await page.getByText("9 references were moved.").waitFor(); // including the reference of the draft

    const [{ id, alt }] = (await admin.get("/api/_image?filter[width]=11")).data;
    expect(alt).toBe("A quay");
    expect((await admin.get(`/api/_image/${old.id}/usages`)).data).toEqual([]);
    expect((await admin.get(`/api/place/${place.id}`)).data).toMatchObject({
      photo: id,
      gallery: [other.id, id],
      parts: [{ image: id }, { text: old.id }],
    });
    expect((await admin.get(`/api/article/${article.id}`)).data).toMatchObject({ title: "Live", cover: id });
    expect((await admin.get(`/api/article/${article.id}?draft=true`)).data).toMatchObject({ title: "Pending", cover: id });
    expect((await admin.get("/api/settings?locale=de")).data).toMatchObject({ logo: id });
    expect((await admin.get(`/api/story/${story.id}`)).data).toMatchObject({ body: textWith(id), notes: notesWith(id) });
    await page.getByRole("button", { name: "Delete the old file" }).click();
    await page.getByRole("dialog").getByText("Not used anywhere that you can see.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL("**/admin/media?kind=image");
    expect((await admin.get(`/api/_image/${old.id}`)).status).toBe(404);
  });

  test("records that the role may not change still refer to the old file, and are listed", async () => {
    const { admin } = site.stack;
    await site.stack.signInAs("editor");
    const [old, other] = await picturesOf("former", "latter");
    const names = ["Locked", "Open", "Free"];
    const [locked, open] = await Promise.all(names.map(async (name) => (await admin.post("/api/place", { name, photo: old.id })).data));
    const page = await site.openAs("editor@example.com");
    await page.goto(`/admin/media/image/${old.id}`);
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    await page.getByRole("button", { name: "Choose from the library" }).click();
    await page.getByRole("button", { name: other.filename }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Replace", exact: true }).click();
    await page.getByText("2 references were moved.").waitFor();

    expect(await page.getByRole("alert").innerText()).toMatch(/These still refer to the old file:\s+Locked/);
    expect((await admin.get(`/api/place/${locked.id}`)).data.photo).toBe(old.id);
    expect((await admin.get(`/api/place/${open.id}`)).data.photo).toBe(other.id);
  });

  test.each(["light", "dark"] as const)(
    "and the page of an image violate no accessibility rule when %s, and fit a phone",
    async (colorScheme) => {
      const page = await site.openAs(ADMIN, { colorScheme, viewport: { width: 360, height: 700 }, reducedMotion: "reduce" });
      await page.goto("/admin/media?sort=filename&q=shot");
      await items(page).first().waitFor();
      await page.getByRole("checkbox").first().check();
      const broken = await brokenRules(page);
      await fitsIn(page, 360);
      await items(page).first().click();
      await page.getByText("Not used anywhere that you can see.").waitFor();

      expect([...broken, ...(await brokenRules(page))]).toEqual([]);
      await fitsIn(page, 360);
      expect(await page.locator("html").getAttribute("data-mantine-color-scheme")).toBe(colorScheme);
    },
  );
});
