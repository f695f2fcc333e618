import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { documentsOf } from "./support/documents.ts";
import { saved } from "./support/record-form.ts";

describeInBrowser("a document on which two people work", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));
  const { open, save } = documentsOf(site);
  const paragraph = (text: string) => ({ _type: "paragraph", content: [{ type: "text", text }] });

  test("different paragraphs are merged without a question; the cursor stays, and Undo takes back only one's own words", async () => {
    const { page, id, stored } = await open([paragraph("First"), paragraph("Second"), paragraph("Third")]);
    const text = page.getByRole("textbox", { name: "Body" });

    await text.press("Control+End");
    await page.keyboard.type(" of mine");
    await site.stack.admin.put(`/api/article/${id}`, { body: [paragraph("First of theirs"), paragraph("Third"), paragraph("Fourth")] });
    await page.keyboard.press("Control+s");
    await page.getByText("Somebody else has saved other changes").waitFor();
    await page.getByText("First of theirs").waitFor();
    await page.keyboard.type("!");
    await save(page);
    expect(await stored()).toEqual([paragraph("First of theirs"), paragraph("Third of mine!"), paragraph("Fourth")]);

    for (let step = 1; step <= 3; step += 1) await page.keyboard.press("Control+z"); // more than there is to undo
    await page.getByText("Third", { exact: true }).waitFor();
    await save(page);
    expect(await stored()).toEqual([paragraph("First of theirs"), paragraph("Third"), paragraph("Fourth")]);
    expect(site.complaints()).toEqual([]);
  });

  test("in a draft, the paragraphs of both are merged by the automatic save", async () => {
    const { page, id, stored } = await open([paragraph("First"), paragraph("Second")], { entity: "story" });
    const merged = [paragraph("First of theirs"), paragraph("Second of mine")];

    await page.getByRole("textbox", { name: "Body" }).press("Control+End");
    const theirs = [paragraph("First of theirs"), paragraph("Second")];
    await site.stack.admin.put(`/api/story/${id}?draft=true`, { body: theirs });
    await page.keyboard.type(" of mine");
    await page.getByText("First of theirs").waitFor();

    await eventually(async () => isDeepStrictEqual(await stored(), merged), { what: "the draft has the words of both" });
    expect(site.complaints()).toEqual([]);
  });

  test("of a paragraph that both have changed, both texts are shown with their differences, and one is chosen by keyboard", async () => {
    const { page, id, stored } = await open([paragraph("Leeks grow slowly"), paragraph("Second")]);
    const text = page.getByRole("textbox", { name: "Body" });
    const dialog = page.getByRole("dialog", { name: "Somebody else has changed this too" });

    await text.getByText("Leeks grow slowly").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" in May");
    await site.stack.admin.put(`/api/article/${id}`, { body: [paragraph("Leeks grow fast"), paragraph("Second of theirs")] });
    await page.keyboard.press("Control+s");
    await dialog.waitFor();
    const choice = dialog.getByRole("radiogroup", { name: "Body, part 1" });
    expect(await choice.locator("mark").allTextContents()).toEqual(["slowly in May", "fast"]);
    expect(await dialog.getByRole("radiogroup").count()).toBe(1);
    expect(await brokenRules(page)).toEqual([]);

    await choice.getByLabel("Mine").press("ArrowRight");
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await saved(page);

    expect(await stored()).toEqual([paragraph("Leeks grow fast"), paragraph("Second of theirs")]);
    await text.getByText("Second of theirs").waitFor();
  });
});
