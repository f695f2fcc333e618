import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { documentsOf } from "./support/documents.ts";

const COUNT = 300;

describeInBrowser("a long document in its editor", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const documents = documentsOf(site);

  test("only the blocks near those that are seen are laid out", async () => {
    const { page } = await openLong([{ type: "bold" }]);

    const laidOut = await page.evaluate<number>(
      `[...document.querySelectorAll(".rich-text > p > strong")].filter((text) => text.checkVisibility({ contentVisibilityAuto: true })).length`,
    );

    expect(laidOut).toBeGreaterThan(10);
    expect(laidOut).toBeLessThan(COUNT / 2);
  });

  test("keys lead to the end, to the start and over all of the text, and what is typed there is stored", async () => {
    const { page, stored } = await openLong();

    await page.keyboard.press("Control+End");
    await page.keyboard.type(" end");
    const atEnd = await cursor(page);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("start ");
    const atStart = await cursor(page);
    await documents.save(page);
    const texts = textsOf(await stored());
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+Shift+End");
    await page.keyboard.type("all");
    await documents.save(page);

    expect([atEnd, atStart]).toEqual([
      { block: COUNT - 1, isSeen: true },
      { block: 0, isSeen: true },
    ]);
    expect(texts).toEqual([`start ${textOf(0)}`, ...textsBetween(1, COUNT - 1), `${textOf(COUNT - 1)} end`]);
    expect(textsOf(await stored())).toEqual(["all"]);
  });

  test("on a slow machine, what is typed right after the key to the start stands there in its order", async () => {
    const { page } = await openLong();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    for (let turn = 0; turn < 6; turn++) {
      await page.keyboard.press("Control+End");
      await cursor(page); // the start is no longer near
      await page.keyboard.press("Control+Home");
      await page.keyboard.type("abc ");
    }

    const first = await page.evaluate<string>(`document.querySelector(".rich-text").firstElementChild.textContent`);

    expect(first).toBe(`${"abc ".repeat(6)}${textOf(0)}`);
  });

  test("the arrow keys lead from line to line, and the text scrolls with the cursor", async () => {
    const { page } = await openLong();
    const passed = new Set([0]);
    let unseen = 0;

    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("ArrowDown");
      const { block, isSeen } = await cursor(page);
      passed.add(block);
      if (!isSeen) unseen++;
    }

    const last = Math.max(...passed);
    expect(last).toBeGreaterThan(15);
    expect([...passed]).toEqual(Array.from({ length: last + 1 }, (_, at) => at));
    expect(unseen).toBe(0);
  });

  test("a match far below is scrolled to", async () => {
    const { page } = await openLong();

    await page.keyboard.press("Control+f");
    await page.getByRole("search").getByRole("textbox", { name: "Find" }).fill("number 200,");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");

    expect(await cursor(page)).toEqual({ block: 200, isSeen: true });
  });

  async function openLong(marks?: readonly object[]) {
    const opened = await documents.open(
      Array.from({ length: COUNT }, (_, at) => ({
        _type: "paragraph",
        content: [{ type: "text", text: textOf(at), ...(marks && { marks }) }],
      })),
    );
    await opened.page.getByRole("textbox", { name: "Body" }).focus();
    return opened;
  }
});

/** Texts of one to six lines. */
const textOf = (at: number) => `number ${at}, ${"leek ".repeat(10 + ((at * 17) % 90)).trim()}`;
const textsBetween = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => textOf(from + at));
const textsOf = (body: unknown) =>
  (body as { content: { text: string }[] }[]).map(({ content }) => content.map(({ text }) => text).join(""));

/** The block with the cursor, and whether the cursor is in the part of the text that is seen, as soon as the page was painted. */
function cursor(page: Page): Promise<{ readonly block: number; readonly isSeen: boolean }> {
  return page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const text = document.querySelector(".rich-text");
    const { view } = text.editor;
    const { $head, head } = view.state.selection;
    const [at, frame] = [view.coordsAtPos(head), text.getBoundingClientRect()];
    resolve({ block: $head.index(0), isSeen: at.top >= frame.top - 1 && at.bottom <= frame.bottom + 1 });
  })))`);
}
