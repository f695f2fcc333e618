import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { cursorIn, documentsOf } from "./support/documents.ts";

describeInBrowser("moving, undoing and reading in documents", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const { open, save, tool } = documentsOf(site);
  const paragraph = (text: string) => ({ _type: "paragraph", content: [{ type: "text", text }] });
  const [first, second] = [paragraph("One"), paragraph("Two")];
  const quote = { _type: "quote", attrs: { text: "Leeks" } };
  const say = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor({ state: "attached" });

  test("a block is moved by keyboard and by the toolbar, which is announced, and each move is undone by itself", async () => {
    const { page, stored } = await open([first, second, quote]);

    await page.getByRole("textbox", { name: "Body" }).getByText("Two").click();
    await cursorIn(page, "Two");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await say(page, "Moved to place 3 of 3.");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await say(page, "It is at place 3 of 3 and goes no further.");
    await page.keyboard.type("!");
    await tool(page, "Move up").press("Enter");
    await say(page, "Moved to place 2 of 3.");
    await tool(page, "Move up").press("Enter");
    await say(page, "Moved to place 1 of 3.");
    await save(page);
    const moved = paragraph(String(await textOf(page, 0)));
    expect(await stored()).toEqual([moved, first, quote]);
    expect(await brokenRules(page)).toEqual([]);

    await page.getByRole("textbox", { name: "Body" }).press("Control+z");
    await save(page);
    expect(await stored()).toEqual([first, moved, quote]);
    expect(site.complaints()).toEqual([]);
  });

  test("blocks are dragged by the handle beside them: a paragraph below a block of the project, and that block above the first paragraph", async () => {
    const { page, stored } = await open([first, second, quote]);
    const text = page.getByRole("textbox", { name: "Body" });

    await drag(page, text.getByText("One"), await edgeOf(text.locator(".react-renderer"), "last"));
    await eventually(async () => (await textOf(page, 0)) === "Two", { what: "the paragraph has moved" });
    await save(page);
    expect(await stored()).toEqual([second, quote, first]);

    await drag(page, text.locator(".react-renderer"), await edgeOf(text.getByText("Two"), "first"));
    await eventually(async () => (await textOf(page, 1)) === "Two", { what: "the block has moved" });
    await page.getByRole("textbox", { name: "Body" }).press("Alt+Shift+ArrowDown"); // what was dragged is selected
    await say(page, "Moved to place 2 of 3.");
    await save(page);
    expect(await stored()).toEqual([second, quote, first]);
    expect(site.complaints()).toEqual([]);
  });

  test("what was typed in a block of the project is undone across autosaves, in the block and in the text around it", async () => {
    const { page, stored } = await open([first, quote], { entity: "story" });
    const text = page.getByRole("textbox", { name: "Body" });
    const inside = page.getByRole("group", { name: "Quotation" }).getByRole("textbox", { name: "Text" });
    const isStored = (body: unknown) =>
      eventually(async () => isDeepStrictEqual(await stored(), body), { what: `${JSON.stringify(body)} is stored` });

    await inside.press("End");
    await page.keyboard.insertText(" grow"); // one step, however busy the machine is
    await isStored([first, { _type: "quote", attrs: { text: "Leeks grow" } }]);
    await text.getByText("One").click();
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await isStored([paragraph("One!"), { _type: "quote", attrs: { text: "Leeks grow" } }]);

    await page.keyboard.press("Control+z");
    await isStored([first, { _type: "quote", attrs: { text: "Leeks grow" } }]);
    await page.keyboard.press("Control+z");
    await isStored([first, quote]);
    expect(await inside.inputValue()).toBe("Leeks");
    await page.keyboard.press("Control+Shift+z");
    await isStored([first, { _type: "quote", attrs: { text: "Leeks grow" } }]);
    expect(await inside.inputValue()).toBe("Leeks grow");
    await inside.press("Control+z");
    await isStored([first, quote]);
    expect(site.complaints()).toEqual([]);
  });

  test("text from right to left has its handle on the right, and its arrow keys go the way that it is read", async () => {
    const { page, stored } = await open([paragraph("שלום"), paragraph("Hello")]);
    const text = page.getByRole("textbox", { name: "Body" });
    const block = text.getByText("שלום");

    expect(await page.evaluate<string>(`getComputedStyle(document.querySelector(".rich-text")).direction`)).toBe("rtl");
    await block.hover();
    const handle = await page.locator(".rich-text-handle:visible").boundingBox();
    expect(handle?.x).toBeGreaterThan((await centerOf(block)).x);
    await block.click();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("1");
    await save(page);
    expect(await stored()).toEqual([paragraph("ש1לום"), paragraph("Hello")]);
  });

  test("on a touch screen, blocks are marked, inserted and moved by taps", async () => {
    const { page, stored } = await open([first, second], {
      options: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    });
    const text = page.getByRole("textbox", { name: "Body" });

    await text.getByText("Two").tap();
    await cursorIn(page, "Two");
    await tool(page, "Heading").tap();
    await text.getByRole("heading", { name: "Two" }).waitFor();
    await tool(page, "Move up").tap();
    await say(page, "Moved to place 1 of 2.");
    await tool(page, "Insert").tap();
    await page.getByRole("menuitem", { name: "Quotation" }).tap();
    await page.getByRole("group", { name: "Quotation" }).getByRole("textbox", { name: "Text" }).tap();
    await page.keyboard.type("Tapped");
    await page.getByRole("button", { name: "Save", exact: true }).tap();
    await page.locator('[data-phase="saved"]').first().waitFor();

    const nodes = (await stored()) as { _type: string; attrs?: object }[];
    expect(nodes[0]).toMatchObject({ _type: "heading", content: [{ type: "text", text: "Two" }] });
    expect(nodes.find(({ _type }) => _type === "quote")?.attrs).toEqual({ text: "Tapped" });
    expect(await page.locator(".rich-text-handle:visible").count()).toBe(0);
    expect(site.complaints()).toEqual([]);
  });
});

/** The text of the block at this place. */
function textOf(page: Page, at: number): Promise<string | null> {
  return page.locator(".rich-text > *").nth(at).textContent();
}

interface Point {
  readonly x: number;
  readonly y: number;
}

async function boxOf(element: Locator) {
  const box = await element.first().boundingBox();
  if (!box) throw new Error("The element isn't visible");
  return box;
}

async function centerOf(element: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(element);
  return { x: x + width / 2, y: y + height / 2 };
}

/** A point at the beginning of the first line, or at the end of the last one. */
async function edgeOf(element: Locator, edge: "first" | "last"): Promise<Point> {
  const { x, y, width, height } = await boxOf(element);
  return edge === "first" ? { x: x + 1, y: y + 2 } : { x: x + width - 1, y: y + height - 2 };
}

/** Drags the block by its handle. */
async function drag(page: Page, block: Locator, to: Point): Promise<void> {
  const [from, box] = [await centerOf(block), await boxOf(block)];
  await page.mouse.move(from.x, from.y);
  const isBeside = ({ y, height }: { readonly y: number; readonly height: number }) => y + height / 2 >= box.y && y <= box.y + box.height;
  const handle = page.locator(".rich-text-handle:visible");
  await eventually(async () => isBeside(await boxOf(handle)), { what: "the handle is beside the block" });
  const { x, y } = await centerOf(handle);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.move(to.x + 1, to.y);
  await page.mouse.up();
}
