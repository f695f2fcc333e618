import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { documentsOf } from "./support/documents.ts";

describeInBrowser("the menu that a slash opens in a document", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const { open, save } = documentsOf(site);

  test("has what the field allows, is filtered by what is typed, and inserts by keyboard alone", async () => {
    const { page, stored } = await open([{ _type: "paragraph", content: [{ type: "text", text: "First" }] }]);
    const text = page.getByRole("textbox", { name: "Body" });
    const menu = page.getByRole("listbox", { name: "Insert" });

    await text.press("Control+End");
    await page.keyboard.type("!\n");
    await page.keyboard.type("/");
    await menu.waitFor();
    expect((await menu.getByRole("option").allTextContents()).join()).toBe(
      "Text,Title,Heading,Subheading,Smallest heading,List,Numbered list,Task list,Quote,Code block,Line," +
        "Table,Picture,File,Video,Embedded page,Record,Quotation,Fact",
    );
    expect(await brokenRules(page)).toEqual([]);

    await page.keyboard.type("HEAD");
    await menu.getByRole("option", { name: "Table" }).waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    const active = menu.getByRole("option", { selected: true });
    await active.getByText("Heading", { exact: true }).waitFor();
    const named = () => text.getAttribute("aria-activedescendant");
    await eventually(async () => (await named()) === (await active.getAttribute("id")), { what: "the text names the option" });
    await page.keyboard.press("Enter");
    await menu.waitFor({ state: "detached" });
    await eventually(async () => (await named()) === null, { what: "the text names no option" });
    await page.keyboard.type("Leeks");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/quotat");
    await menu.getByRole("option", { name: "Quotation", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Quotation" }).waitFor();
    await save(page);

    expect(await stored()).toEqual([
      { _type: "paragraph", content: [{ type: "text", text: "First!" }] },
      { _type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Leeks" }] },
      { _type: "quote", attrs: { text: null } },
    ]);
    expect(site.complaints()).toEqual([]);
  });

  test("asks for a record, and Escape leaves the slash and the full screen", async () => {
    const ada = (await site.stack.admin.post("/api/person", { name: "Ada" })).data.id;
    const { page, stored } = await open([]);
    const menu = page.getByRole("listbox", { name: "Insert" });
    const full = page.getByRole("dialog", { name: "Body" });

    await page.getByRole("button", { name: "Full screen: Body" }).press("Enter");
    await full.waitFor();
    await page.getByRole("textbox", { name: "Body" }).focus();
    await page.keyboard.type("1/2 and /");
    await full.getByRole("listbox", { name: "Insert" }).waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    expect(await full.isVisible()).toBe(true);
    await page.keyboard.type("or");
    expect(await menu.count()).toBe(0);

    await page.keyboard.press("Enter");
    await page.keyboard.type("/rec");
    await menu.getByRole("option", { name: "Record", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator('input[placeholder="Search a record"]:focus').waitFor();
    await page.keyboard.type("Ada");
    await page.getByRole("option", { name: "Ada" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Record" }).waitFor();
    await page.getByRole("textbox", { name: "Body" }).press("Escape");
    await full.waitFor({ state: "detached" });
    await save(page);

    expect(await stored()).toEqual([
      { _type: "paragraph", content: [{ type: "text", text: "1/2 and /or" }] },
      { _type: "record", attrs: { entity: "person", id: ada } },
    ]);
  });

  test("in a field that allows headings alone there is no more", async () => {
    const { page } = await open([]);

    await page.getByRole("textbox", { name: "Short" }).focus();
    await page.keyboard.type("/");

    const menu = page.getByRole("listbox", { name: "Insert" });
    await menu.waitFor();
    expect(await menu.getByRole("option").allTextContents()).toEqual(["Text", "Title", "Heading", "Subheading", "Smallest heading"]);
  });
});
