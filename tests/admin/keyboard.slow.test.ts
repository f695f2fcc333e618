/** Tasks that other tests do with the mouse, with the keyboard only: without clicks, and the focus is moved only by keys. */
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ADMIN, mailedCode } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf, idIn } from "./support/articles.ts";
import { describeInBrowser } from "./support/browser.ts";
import { awaitFocus, button, pressUntilFocused, pressOn, tabTo, typeInto } from "./support/keyboard.ts";
import { field, saved, SMALL_PICTURE } from "./support/record-form.ts";

describeInBrowser("by the keyboard alone", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  const { draftOf, stored } = articlesOf(site);

  test("a user signs in, creates an article with an image and an author, and publishes it", async () => {
    const page = await site.open();
    await page.goto("/admin/");
    await awaitFocus(page.getByLabel("Email address"));
    await page.keyboard.type(ADMIN);
    await page.keyboard.press("Enter");
    await awaitFocus(page.getByLabel("Code from the mail"));
    await page.keyboard.type(await mailedCode(site.stack.smtp, ADMIN));
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    await page.keyboard.press("Control+k");
    await awaitFocus(page.getByPlaceholder("Find a record, a list or an action"));
    await page.keyboard.type("create: art");
    await page.getByRole("button", { name: "Create: Articles" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/content/article/new");
    await awaitFocus(field(page, "title"));
    await page.keyboard.type("By keys");
    await page.waitForURL(/article\/[\da-f-]{36}$/);
    await button(page, "More actions").waitFor();

    await typeInto(page, field(page, "summary"), "Short");
    await tabTo(page, page.getByRole("textbox", { name: "Body" }));
    await page.keyboard.type("A ");
    await page.keyboard.press("ControlOrMeta+b");
    await page.keyboard.type("bold");
    await page.keyboard.press("ControlOrMeta+b");
    await page.keyboard.type(" word");
    const chooser = page.waitForEvent("filechooser");
    await pressOn(page, page.locator('[data-field="cover"]').getByLabel("Upload to Cover").first());
    await (await chooser).setFiles(SMALL_PICTURE);
    await typeInto(page, page.getByLabel("Alternative text"), "A green square");
    await pressOn(page, page.locator('[data-field="author"]').getByRole("button", { name: "New" }));
    await typeInto(page, page.getByRole("dialog").getByLabel("Name"), "Ada");
    await pressOn(page, page.getByRole("dialog").getByRole("button", { name: "Create" }));
    await page.getByRole("link", { name: "Ada" }).waitFor();
    await page.keyboard.press("ControlOrMeta+s");
    await saved(page);
    await pressOn(page, button(page, "Publish"));
    await page.getByText("Published", { exact: true }).waitFor();

    const { data } = await site.stack.admin.get(`/api/article/${idIn(page)}?resolve[author]=name&resolve[cover]=alt`);
    expect(data).toMatchObject({
      title: "By keys",
      summary: "Short",
      body: "A **bold** word",
      author: { name: "Ada" },
      cover: { alt: "A green square" },
    });
  });

  test("a user resolves a conflict with somebody else's change", async () => {
    const id = await draftOf({ title: "Merged", summary: "old" });
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "title").waitFor();
    await site.stack.admin.put(`/api/article/${id}?draft=true`, { summary: "theirs" });
    await typeInto(page, field(page, "summary"), "mine");
    const dialog = page.getByRole("dialog", { name: "Somebody else has changed this too" });
    await dialog.waitFor();
    await tabTo(page, dialog.getByLabel("Mine"));
    await pressUntilFocused(page, "ArrowRight", dialog.getByLabel("Theirs"));
    await pressOn(page, dialog.getByRole("button", { name: "Save" }));
    await saved(page);

    expect(await stored(id)).toMatchObject({ title: "Merged", summary: "theirs" });
  });
});

describeInBrowser("the media library by the keyboard alone", () => {
  const site = useAdminSite(join(import.meta.dirname, "media.config.ts"));

  test("a user uploads, sets text and focal point, replaces the file, and deletes it", async () => {
    const { admin } = site.stack;
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/media");
    const upload = async (name: string, file: string) => {
      const chooser = page.waitForEvent("filechooser");
      await pressOn(page, button(page, name));
      await (await chooser).setFiles({ ...SMALL_PICTURE, name: file, buffer: Buffer.concat([SMALL_PICTURE.buffer, Buffer.from(file)]) });
    };
    await upload("Upload", "quay.png");
    const link = page.getByRole("list", { name: "Images" }).getByRole("link", { name: /^quay/ });
    await pressOn(page, link);
    await page.getByRole("slider", { name: "Focal point" }).waitFor();
    await typeInto(page, page.getByLabel("Alternative text"), "A quay");
    await tabTo(page, page.getByRole("slider", { name: "Focal point" }));
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ControlOrMeta+s");
    await saved(page);
    const [quay] = (await admin.get("/api/_image?filter[filename][$startsWith]=quay")).data;
    expect(quay).toMatchObject({ alt: "A quay" });
    expect(quay.focalX).toBeGreaterThan(0.5);

    const { id } = (await admin.post("/api/place", { name: "Harbour", photo: quay.id })).data;
    await pressOn(page, page.getByRole("button", { name: "Replace", exact: true }));
    await upload("Upload the other file", "mole.png");
    await page.getByRole("dialog").getByText("used in 1 place:").waitFor();
    await pressOn(page, page.getByRole("dialog").getByRole("button", { name: "Replace", exact: true }));
    await page.getByText("1 reference was moved.").waitFor();
    await pressOn(page, page.getByRole("button", { name: "Delete the old file" }));
    await page.getByRole("dialog").getByText("Not used anywhere that you can see.").waitFor();
    await pressOn(page, page.getByRole("dialog").getByRole("button", { name: "Delete" }));
    await page.waitForURL("**/admin/media?kind=image");

    expect((await admin.get(`/api/_image/${quay.id}`)).status).toBe(404);
    expect((await admin.get(`/api/place/${id}?resolve[photo]=filename`)).data.photo.filename).toMatch(/^mole/);
  });
});
