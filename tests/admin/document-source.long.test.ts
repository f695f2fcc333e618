import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { documentsOf } from "./support/documents.ts";

describeInBrowser("the source of a document", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const { open, save, tool } = documentsOf(site);
  const paragraph = (...content: readonly object[]) => ({ _type: "paragraph", content });
  const text = (value: string, ...types: readonly string[]) => ({
    type: "text",
    text: value,
    ...(types.length > 0 && { marks: types.map((type) => ({ type })) }),
  });

  test("is Markdown, in which the text is edited by keyboard and stays as it was otherwise", async () => {
    const quote = { _type: "quote", attrs: { text: "hm" } };
    const { page, stored } = await open([paragraph(text("Leeks "), text("grow", "bold", "italic")), quote]);

    await tool(page, "Source").press("Enter");
    const source = page.getByRole("textbox", { name: "Source of Body" });
    await source.waitFor();
    expect(await source.inputValue()).toContain("Leeks **_grow_**");
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    expect(await brokenRules(page)).toEqual([]);
    await source.press("Control+Home");
    await page.keyboard.type("## New\n\n- # item\n\n");
    await page.getByRole("button", { name: "Back to the editor" }).press("Enter");
    await page.locator(".rich-text:focus").waitFor();
    await page.keyboard.type("A ");
    await save(page);

    expect(await stored()).toEqual([
      { _type: "heading", attrs: { level: 2 }, content: [text("A New")] },
      { _type: "bulletList", content: [{ type: "listItem", content: [{ type: "paragraph", content: [text("item")] }] }] },
      paragraph(text("Leeks "), text("grow", "bold", "italic")),
      quote,
    ]);
    expect(site.complaints()).toEqual([]);
  });

  test("is the stored form, read-only, where Markdown can't say all of it", async () => {
    const body = [paragraph(text("under", "underline"))];
    const { page, stored } = await open(body);

    await tool(page, "Source").press("Enter");
    const source = page.getByRole("textbox", { name: "Source of Body" });
    await source.waitFor();
    expect(JSON.parse(await source.inputValue())).toEqual(body);
    expect(await source.getAttribute("readonly")).not.toBeNull();
    await page.getByText("Markdown has no form for some parts of this text").waitFor();

    expect(await stored()).toEqual(body);
  });
});
