import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { png } from "../support/media/files.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { documentsOf } from "./support/documents.ts";
import { awaitFocus, pressOn, pressUntilFocused, tabTo } from "./support/keyboard.ts";
import { upload } from "./support/upload.ts";

interface Node {
  readonly attrs?: object;
  readonly content?: readonly (Node & { readonly marks?: readonly { readonly attrs: object }[] })[];
  readonly type?: string;
}

/** Nothing gets the focus but by Tab, Shift+Tab and the arrows of menus. */
describeInBrowser("a document with Tab alone", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const { open, save, tool } = documentsOf(site);
  const textOf = (page: Page) => page.getByRole("textbox", { name: "Body" });
  /** Presses a button that stands before the text. */
  const pressBefore = async (page: Page, button: Locator): Promise<void> => {
    await pressUntilFocused(page, "Shift+Tab", button);
    await page.keyboard.press("Enter");
  };

  test("a link leads to a record; an address with a script is refused", async () => {
    const bea = (await site.stack.admin.post("/api/person", { name: "Bea" })).data.id;
    const { page, stored } = await open([{ _type: "paragraph", content: [{ type: "text", text: "word" }] }]);
    await tabTo(page, textOf(page));
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await pressBefore(page, tool(page, "Link"));
    const address = page.getByRole("textbox", { name: "Address of the link" });
    await awaitFocus(address);
    await page.keyboard.type("javascript:alert(1)");
    await page.keyboard.press("Enter");
    await page.getByText("This is no address of a page, a mailbox or a telephone.").waitFor();
    expect(await page.locator(".rich-text a").count()).toBe(0);

    await tabTo(page, page.getByPlaceholder("Search a record"));
    await page.keyboard.type("Bea");
    await page.getByRole("option", { name: "Bea" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator('.rich-text:focus a[data-entity="person"]').waitFor();
    await save(page);

    const [node] = (await stored()) as [Node];
    expect(node.content?.[0]?.marks?.[0]?.attrs).toEqual({ entity: "person", id: bea });
  });

  test("a picture is chosen, gets its texts, and is replaced", async () => {
    const [coast, harbour] = await Promise.all(
      ["coast", "harbour"].map((name) => upload(site.stack.admin, png(10, 10, name), { name: `${name}.png`, type: "image/png" })),
    );
    const { page, stored } = await open([]);
    const shown = page.getByRole("group", { name: "Picture", exact: true });
    const choose = async (asset: Record<string, string> | undefined) => {
      const library = page.getByRole("dialog", { name: "Library" });
      const items = library.getByRole("button", { name: /^(?:coast|harbour)/ });
      await tabTo(page, items.and(library.locator('[tabindex="0"]')));
      await pressUntilFocused(page, "ArrowRight", items.filter({ hasText: asset?.["filename"] ?? "" }));
      await page.keyboard.press("Enter");
      await library.waitFor({ state: "detached" });
    };

    await tabTo(page, textOf(page));
    await pressBefore(page, tool(page, "Picture"));
    await choose(coast);
    await shown.waitFor();
    await tabTo(page, shown.getByRole("textbox", { name: "Alternative text" }));
    await page.keyboard.type("The coast");
    await page.keyboard.press("Tab");
    await page.keyboard.type("At dawn");
    await pressUntilFocused(page, "Shift+Tab", shown.getByRole("button", { name: "Replace Picture" }));
    await page.keyboard.press("Enter");
    await choose(harbour);
    await shown.getByText(harbour?.["filename"] ?? "").waitFor();
    await save(page);

    const images = ((await stored()) as { _type: string; attrs: object }[]).filter(({ _type }) => _type === "image");
    expect(images).toEqual([{ _type: "image", attrs: { image: harbour?.["id"], alt: "The coast", caption: "At dawn" } }]);
  });

  test("the cells of a table are aligned, merged and split, its header row is removed, and at last the table", async () => {
    const { page, stored } = await open([]);
    const menu = page.locator('button[aria-label="Table"][aria-haspopup="menu"]');
    const choose = async (name: string) => {
      await page.keyboard.press("Alt+F10"); // Tab moves through the cells
      await pressOn(page, menu);
      await pressUntilFocused(page, "ArrowDown", page.getByRole("menuitem", { name, exact: true }));
      await page.keyboard.press("Enter");
      await page.getByRole("menu").waitFor({ state: "detached" });
      await page.locator(".rich-text:focus").waitFor();
    };
    const rows = async () => {
      await save(page);
      const [table] = (await stored()) as [{ content?: readonly Node[] }];
      return table.content?.map(({ content }) =>
        content?.map(({ type, attrs = {} }) => (type === "tableHeader" ? "H" : "-") + alike(attrs)),
      );
    };
    /** The attributes of a cell that aren't the usual ones. */
    const alike = (attrs: object) =>
      Object.values(attrs)
        .filter((value) => value !== 1 && value !== null)
        .join();

    const alignedRow = async () => (await rows())?.find((row) => row?.some((cell) => cell.includes("right")))?.map((cell) => cell.slice(1));

    await tabTo(page, textOf(page));
    await pressBefore(page, tool(page, "Table"));
    await page.locator(".rich-text:focus table").waitFor();
    const isInTable = async () => {
      await page.keyboard.press("ArrowUp");
      return menu.isVisible();
    };
    await eventually(isInTable, { what: "the cursor is in the last cell of a row" });
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("a");
    await page.keyboard.press("Tab");
    await page.keyboard.type("b");
    await page.keyboard.press("Shift+Tab");
    await choose("Align right");
    expect(await alignedRow()).toEqual(["", "right", ""]);
    const areSelected = async () => {
      await page.keyboard.press("Shift+ArrowRight");
      return (await page.locator(".rich-text .selectedCell").count()) === 2;
    };
    await eventually(areSelected, { what: "both cells are selected" });
    await choose("Merge cells");
    expect(await alignedRow()).toEqual(["", "right,2"]);
    await choose("Split the cell");
    expect(await alignedRow()).toEqual(["", "right", "right"]);

    await choose("Header row");
    expect((await rows())?.[0]?.map((cell) => cell.charAt(0))).toEqual(["-", "-", "-"]);
    await choose("Delete the table");
    await save(page);
    expect(await stored()).toBeNull();
  });
});
