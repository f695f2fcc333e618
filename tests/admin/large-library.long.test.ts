import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { png } from "../support/media/files.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { field, saved } from "./support/record-form.ts";
import { upload } from "./support/upload.ts";

const PICTURES = 500;
const PAGE = 48;
const AT_ONCE = 8;
const nameOf = (at: number) => `shot-${String(at).padStart(3, "0")}`;

describeInBrowser("a media library of 500 pictures", () => {
  const site = useAdminSite(join(import.meta.dirname, "media.config.ts"));

  beforeAll(async () => {
    const waiting = Array.from({ length: PICTURES }, (_, at) => nameOf(at));
    const lane = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
        await upload(site.stack.admin, png(10, 10, name), { name: `${name}.png`, type: "image/png" });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  });

  const items = (page: Page) => page.getByRole("list", { name: "Images" }).getByRole("link");
  const shownNames = async (names: Locator) => (await names.allInnerTexts()).map((name) => /shot-\d+/.exec(name)?.[0]);
  /** Waits until the first items and the visible images have loaded. */
  const shows = async (page: Page, first: string) => {
    await eventually(async () => (await shownNames(items(page)))[0] === first || null, { what: `the page begins with ${first}` });
    await eventually(() =>
      page.evaluate<boolean>(`[...document.querySelectorAll("main li")]
        .filter((item) => item.getBoundingClientRect().top < innerHeight && item.getBoundingClientRect().bottom > 0)
        .every((item) => item.querySelector("img")?.naturalWidth > 0)`),
    );
  };
  /** The positions of all items and of the paging buttons in the document. */
  const places = (page: Page) =>
    page.evaluate<string>(`JSON.stringify([...document.querySelectorAll("main li, main nav")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y + scrollY, width, height].map(Math.round);
    }))`);

  test("is shown page by page, each image once; the layout does not shift while images load, pages change or some are selected", async () => {
    const page = await site.openAs(ADMIN);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/assets/**", async (route) => {
      await held;
      await route.fulfill({ contentType: "image/png", body: png(10, 10, "shown") }); // resizing 500 small images would take minutes
    });
    await page.goto("/admin/media?sort=filename");
    await eventually(async () => (await items(page).count()) === PAGE);
    const before = await places(page);
    release();
    await shows(page, nameOf(0));
    expect(await places(page)).toBe(before);
    await page.getByText(`${PICTURES} records`).waitFor();

    await page.getByRole("checkbox", { name: `Select ${nameOf(0)}` }).check();
    await page.getByText("1 selected").waitFor();
    expect(await places(page)).toBe(before);
    const next = page.getByRole("button", { name: "Next" });
    const seen = await shownNames(items(page));
    for (let first = PAGE; first < PICTURES; first += PAGE) {
      await next.click();
      await shows(page, nameOf(first));
      seen.push(...(await shownNames(items(page))));
      if (first + PAGE < PICTURES) expect(await places(page)).toBe(before);
    }
    expect(seen).toEqual(Array.from({ length: PICTURES }, (_, at) => nameOf(at)));
    expect(await next.isDisabled()).toBe(true);

    await page.getByRole("button", { name: "Previous" }).click();
    await shows(page, nameOf(Math.floor(PICTURES / PAGE) * PAGE - PAGE));
    expect(await places(page)).toBe(before);
    await page.getByRole("searchbox").fill("shot-321");
    await shows(page, nameOf(321));
    await page.getByText("1 record", { exact: true }).waitFor();
    expect(site.complaints()).toEqual([]);
  });

  test("an image on a later page can be chosen for a field, without losing the loaded ones", async () => {
    const { id } = (await site.stack.admin.post("/api/place", { name: "Far down" })).data;
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/place/${id}`);
    await page.locator('[data-field="photo"]').getByRole("button", { name: "Choose from the library" }).click();
    const choices = page.getByRole("dialog").getByRole("listitem").getByRole("button");
    const more = page.getByRole("dialog").getByRole("button", { name: "Show more" });
    await more.waitFor();
    for (let count = await choices.count(); count < PAGE * 2;) {
      const names = await shownNames(choices);
      const place = await choices.last().boundingBox();
      await more.click();
      count = await eventually(async () => ((await choices.count()) > names.length ? choices.count() : null));
      expect((await shownNames(choices)).slice(0, names.length)).toEqual(names);
      expect((await choices.nth(names.length - 1).boundingBox())?.height).toBe(place?.height);
    }
    const chosen = (await shownNames(choices)).at(-1);
    await choices.last().click();
    await page.getByRole("link", { name: String(chosen) }).waitFor();
    await field(page, "name").press("Control+s");
    await saved(page);

    const { data } = await site.stack.admin.get(`/api/place/${id}?resolve[photo]=filename`);
    expect(data.photo.filename).toContain(chosen);
  });
});
