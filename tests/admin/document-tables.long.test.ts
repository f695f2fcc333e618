import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { documentsOf } from "./support/documents.ts";

interface Row {
  readonly content: readonly { readonly type: string; readonly attrs?: object }[];
}

describeInBrowser("tables in a document", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const { open, save, tool, use } = documentsOf(site);

  test("a table is made by a button, and Tab moves through its cells and adds a row", async () => {
    const { page, stored } = await open([]);

    await page.getByRole("textbox", { name: "Body" }).click();
    await use(page, "Table");
    await page.getByRole("columnheader").first().click();
    await page.keyboard.type("head");
    for (let cell = 1; cell <= 9; cell += 1) await page.keyboard.press("Tab");
    await page.keyboard.type("new row");
    await save(page);

    const [table] = (await stored()) as { content: { content: { type: string; content: object[] }[] }[] }[];
    expect(table?.content.map((row) => row.content.map(({ type }) => type).join())).toEqual([
      "tableHeader,tableHeader,tableHeader",
      ...Array.from({ length: 3 }, () => "tableCell,tableCell,tableCell"),
    ]);
    expect(JSON.stringify(table?.content[3])).toContain("new row");
  });

  test("rows, columns and headers are made and removed by keyboard alone", async () => {
    const { page, stored } = await open([]);
    const menu = page.locator('button[aria-label="Table"][aria-haspopup="menu"]'); // only with the cursor in a table
    const choose = async (name: string) => {
      await menu.press("Enter");
      await page.getByRole("menuitem", { name, exact: true }).press("Enter");
      await page.getByRole("menu").waitFor({ state: "detached" });
    };
    const rows = async () => {
      await save(page);
      const [table] = (await stored()) as { content: Row[] }[];
      return table?.content.map(({ content }) => content.map(({ type }) => (type === "tableHeader" ? "H" : "-")).join(""));
    };

    await page.getByRole("textbox", { name: "Body" }).press("Control+Home");
    await tool(page, "Table").press("Enter");
    await page.locator(".rich-text:focus").getByRole("columnheader").first().waitFor();
    const isInTable = async () => {
      await page.keyboard.press("ArrowUp");
      return menu.isVisible();
    };
    await eventually(isInTable, { what: "the cursor is in the table" });
    await choose("Add a column");
    await choose("Add a row");
    await choose("Header column");
    expect(await rows()).toEqual(["HHHH", "H---", "H---", "H---"]);

    await choose("Delete the row");
    await choose("Delete the column");
    expect((await rows())?.map(({ length }) => length)).toEqual([3, 3, 3]);
  });
});
