import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { documentsOf, isSelected } from "./support/documents.ts";

describeInBrowser("finding and replacing in a document", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const { open, save } = documentsOf(site);
  const paragraph = (text: string) => ({ _type: "paragraph", content: [{ type: "text", text }] });

  test("goes from match to match, replaces one and all by keyboard alone, and undoes all in one step", async () => {
    const { page, stored } = await open([paragraph("A leek, a Leek"), paragraph("and leeks"), paragraph("$1")]);
    const text = page.getByRole("textbox", { name: "Body" });
    const panel = page.getByRole("search", { name: "Find in Body" });
    const [found, replacement] = [panel.getByRole("textbox", { name: "Find" }), panel.getByRole("textbox", { name: "Replace with" })];
    const count = (shown: string) => panel.getByRole("status").getByText(shown, { exact: true }).waitFor();

    await text.press("Control+f");
    await page.locator('input[placeholder="Find"]:focus').waitFor();
    await page.keyboard.type("leek");
    await count("0 of 3");
    await page.keyboard.press("Enter");
    await count("1 of 3");
    await page.keyboard.press("Shift+Enter");
    await count("3 of 3");
    expect(await page.locator(".ProseMirror-active-search-match").textContent()).toBe("leek");
    expect(await brokenRules(page)).toEqual([]);

    await replacement.press("$");
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    await count("1 of 2");
    await panel.getByRole("checkbox", { name: "Match case" }).press("Space");
    await count("1 of 1");
    await panel.getByRole("checkbox", { name: "Match case" }).press("Space");
    await count("1 of 2");
    await panel.getByRole("button", { name: "Replace all" }).press("Enter");
    await count("0 of 0");
    await found.press("Escape");
    await page.locator(".rich-text:focus").waitFor();
    expect(await page.locator(".ProseMirror-search-match").count()).toBe(0);
    await save(page);
    expect(await stored()).toEqual([paragraph("A $1, a $1"), paragraph("and $1s"), paragraph("$1")]);

    await page.keyboard.press("Control+z");
    await page.getByText("A leek, a Leek").waitFor();
    await save(page);
    expect(await stored()).toEqual([paragraph("A leek, a Leek"), paragraph("and $1s"), paragraph("$1")]);
    expect(site.complaints()).toEqual([]);
  });

  test("in full screen, Escape closes the search alone, and begins with the selected text", async () => {
    const { page } = await open([paragraph("one two")]);
    await page.getByRole("button", { name: "Full screen: Body" }).press("Enter");
    const full = page.getByRole("dialog", { name: "Body" });
    await full.waitFor();

    await page
      .getByRole("textbox", { name: "Body" })
      .getByText("one two")
      .dblclick({ position: { x: 4, y: 8 } });
    await isSelected(page, "one");
    await page.keyboard.press("Control+f");
    const found = full.getByRole("textbox", { name: "Find" });
    await found.waitFor();
    expect(await found.inputValue()).toBe("one");
    await found.press("Escape");
    await found.waitFor({ state: "detached" });

    expect(await full.isVisible()).toBe(true);
  });
});
