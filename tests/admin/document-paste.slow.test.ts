import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { documentsOf, paste, clipboardOf } from "./support/documents.ts";

describeInBrowser("what other programs have copied, in a document", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const { open, save } = documentsOf(site);
  const text = (page: Page) => page.getByRole("textbox", { name: "Body" });
  const notice = (page: Page) => page.getByRole("status").filter({ hasText: "Pasted with changes" });
  const typesIn = (body: unknown) => (body as { _type: string }[]).map(({ _type }) => _type).join(" ");

  test("from Word keeps its structure, and its picture is uploaded to where it stood", async () => {
    const { page, stored } = await open([]);

    await text(page).focus();
    await paste(page, {
      "text/html": clipboardOf("word.html"),
      "text/rtf": clipboardOf("word.rtf"),
      "text/plain": "Growing leeks",
    });
    await page.getByRole("group", { name: "Picture" }).waitFor();
    await save(page);

    const body = await stored();
    expect(typesIn(body)).toBe("heading heading paragraph bulletList paragraph orderedList blockquote table paragraph image");
    expect((body as object[]).at(-1)).toEqual({ _type: "image", attrs: { image: expect.any(String), alt: "A leek" } });
    expect(await notice(page).count()).toBe(0);
    expect(site.complaints()).toEqual([]);
  });

  test("from Google Docs keeps its structure, and a picture that the clipboard doesn't have is named", async () => {
    const { page, stored } = await open([]);

    await text(page).focus();
    await paste(page, { "text/html": clipboardOf("google-docs.html"), "text/plain": "Growing leeks" });
    await notice(page).getByText("1 picture is missing").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await notice(page).getByRole("button", { name: "Close" }).press("Enter");
    await notice(page).waitFor({ state: "detached" });
    await save(page);

    expect(typesIn(await stored())).toBe("heading paragraph bulletList taskList table paragraph");
  });

  test("from Notion and from Markdown is inserted at the cursor, each as one step that is undone", async () => {
    const { page, stored } = await open([{ _type: "paragraph", content: [{ type: "text", text: "First" }] }]);

    await text(page).press("Control+End");
    await page.keyboard.type("!\n");
    await paste(page, { "text/html": clipboardOf("notion.html") });
    await page.locator(".rich-text pre").waitFor();
    await page.keyboard.press("Control+z");
    await page.locator(".rich-text pre").waitFor({ state: "detached" });
    expect(await text(page).textContent()).toBe("First!");

    await paste(page, { "text/plain": clipboardOf("markdown.md") });
    await page.locator(".rich-text table").waitFor();
    await save(page);

    expect(typesIn(await stored())).toBe("paragraph heading paragraph bulletList orderedList blockquote table");
  });

  test("one line goes into the line at the cursor; a plain text stays as it is", async () => {
    const { page, stored } = await open([{ _type: "paragraph", content: [{ type: "text", text: "a" }] }]);

    await text(page).press("Control+End");
    await page.keyboard.type(" ");
    await paste(page, { "text/html": "<span style='font-weight:700'>strong</span>" });
    await page.locator(".rich-text strong").waitFor();
    await paste(page, { "text/plain": " 2 * 3 * 4" });
    await page.getByText("2 * 3 * 4").waitFor();
    await save(page);

    const marks = [{ type: "bold" }]; // a plain text continues the text at the cursor
    expect(await stored()).toEqual([
      {
        _type: "paragraph",
        content: [
          { type: "text", text: "a " },
          { type: "text", text: "strong 2 * 3 * 4", marks },
        ],
      },
    ]);
  });

  test("what the field doesn't allow has another form, and is named", async () => {
    const { page } = await open([]);
    const short = page.getByRole("textbox", { name: "Short" });

    await short.focus();
    await paste(page, { "text/html": clipboardOf("notion.html") });
    await notice(page).waitFor();

    expect(await notice(page).textContent()).toContain("in another form: italic text, links, lists, task lists, quotes, code blocks");
    expect(await notice(page).textContent()).toContain("doesn't allow them: lines");
    expect(await short.innerText()).toContain("See the guide (https://leeks.example/guide).");
    expect(await short.innerText()).toContain("[x] Dig");
  });

  test("cards and links to records that are copied in the editor are pasted as they are", async () => {
    const ada = (await site.stack.admin.post("/api/person", { name: "Ada" })).data.id;
    const link = { type: "text", text: "Ada", marks: [{ type: "link", attrs: { entity: "person", id: ada } }] };
    const body = [
      { _type: "paragraph", content: [link] },
      { _type: "record", attrs: { entity: "person", id: ada } },
      { _type: "quote", attrs: { text: "hm" } },
      { _type: "paragraph", content: [{ type: "text", text: "z" }] },
    ];
    const { page, stored } = await open(body);
    await page.getByRole("group", { name: "Quotation" }).waitFor();

    await text(page).focus();
    await page.keyboard.press("Control+a");
    const copied = await page.evaluate<Record<string, string>>(`(() => {
      const clipboardData = new DataTransfer();
      document.activeElement.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
      return { "text/html": clipboardData.getData("text/html") };
    })()`);
    await page.keyboard.press("Delete");
    await page.getByRole("group", { name: "Quotation" }).waitFor({ state: "detached" });
    await paste(page, copied);
    await page.getByRole("group", { name: "Quotation" }).waitFor();
    await page.keyboard.type("!");
    await save(page);

    expect(await stored()).toEqual([...body.slice(0, 3), { _type: "paragraph", content: [{ type: "text", text: "z!" }] }]);
  });
});
