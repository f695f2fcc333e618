import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { png } from "../support/media/files.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { documentsOf, paste } from "./support/documents.ts";
import { saved } from "./support/record-form.ts";
import { upload } from "./support/upload.ts";

describeInBrowser("pictures in a document", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const { open, save, tool, use } = documentsOf(site);
  const picture = (name: string) => upload(site.stack.admin, png(10, 10, name), { name: `${name}.png`, type: "image/png" });
  const shown = (page: Page) => page.getByRole("group", { name: "Picture", exact: true });

  test("one is chosen from the library, gets its texts and is replaced by keyboard alone; its texts stay", async () => {
    const [coast, harbour] = [await picture("coast"), await picture("harbour")];
    const { page, stored } = await open([]);
    const choose = async (name: string) => {
      await page.getByRole("dialog", { name: "Library" }).getByRole("button", { name }).press("Enter");
      await page.getByRole("dialog", { name: "Library" }).waitFor({ state: "detached" });
    };

    await page.getByRole("textbox", { name: "Body" }).press("Control+End");
    await tool(page, "Picture").press("Enter");
    await choose(coast["filename"]);
    await shown(page).getByRole("textbox", { name: "Alternative text" }).focus();
    await page.keyboard.type("The coast");
    await page.keyboard.press("Tab");
    await page.keyboard.type("At dawn");
    await shown(page).getByText(coast["filename"]).waitFor();
    await shown(page).getByRole("button", { name: "Replace Picture" }).press("Enter");
    await choose(harbour["filename"]);
    await shown(page).getByText(harbour["filename"]).waitFor();
    await save(page);

    const images = ((await stored()) as { _type: string; attrs: object }[]).filter(({ _type }) => _type === "image");
    expect(images).toEqual([{ _type: "image", attrs: { image: harbour["id"], alt: "The coast", caption: "At dawn" } }]);
    expect(await brokenRules(page)).toEqual([]);
    expect(site.complaints()).toEqual([]);
  });

  test("one is chosen, described and replaced by mouse; rows are added to a table, and the search is opened", async () => {
    const [pier, quay] = [await picture("pier"), await picture("quay")];
    const { page, stored } = await open([]);
    const choose = async (name: string) => {
      await page.getByRole("dialog", { name: "Library" }).getByRole("button", { name }).click();
      await page.getByRole("dialog", { name: "Library" }).waitFor({ state: "detached" });
    };

    await page.getByRole("textbox", { name: "Body" }).click();
    await tool(page, "Picture").click();
    await choose(pier["filename"]);
    await shown(page).getByRole("textbox", { name: "Caption" }).click();
    await page.keyboard.type("At noon");
    await shown(page).getByRole("button", { name: "Replace Picture" }).click();
    await choose(quay["filename"]);
    await shown(page).getByText(quay["filename"]).waitFor();
    await page.getByRole("textbox", { name: "Body" }).press("Control+End");
    await use(page, "Table");
    await page.getByRole("cell").first().click();
    await page.locator('button[aria-label="Table"][aria-haspopup="menu"]').click();
    await page.getByRole("menuitem", { name: "Add a row" }).click();
    await eventually(async () => (await page.locator(".rich-text tr").count()) === 4, { what: "the table has one more row" });
    await page.getByRole("button", { name: "Find in Body" }).click();
    await page.getByRole("search", { name: "Find in Body" }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);

    const nodes = ((await stored()) as { _type: string; attrs?: object; content?: object[] }[]).filter(
      ({ _type }) => _type !== "paragraph",
    );
    expect(nodes.map(({ _type, attrs = {}, content = [] }) => [_type, attrs, content.length])).toEqual([
      ["image", { image: quay["id"], caption: "At noon" }, 0],
      ["table", {}, 4],
    ]);
  });

  test("one that is pasted shows its progress; if its upload fails, it is sent again and then stands in the text", async () => {
    const { page, stored } = await open([]);
    const uploads = Promise.withResolvers<void>();
    let count = 0;
    await page.route("**/api/assets/upload", async (route) => {
      count += 1;
      if (count > 1) return route.continue();
      await uploads.promise;
      return route.abort();
    });

    await page.getByRole("textbox", { name: "Body" }).focus();
    await paste(page, {}, { name: "pasted.png", buffer: png(9, 9, "pasted") });
    await page.getByRole("progressbar", { name: "Uploading pasted.png" }).waitFor({ state: "attached" }); // without a width at 0 %
    uploads.resolve();
    await page.getByRole("button", { name: "Send pasted.png again" }).press("Enter");
    await shown(page).waitFor();
    await save(page);

    expect(count).toBe(2);
    expect(((await stored()) as { _type: string }[]).map(({ _type }) => _type)).toContain("image");
  });
});
