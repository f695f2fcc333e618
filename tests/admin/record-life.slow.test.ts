import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf, idIn } from "./support/articles.ts";
import { describeInBrowser } from "./support/browser.ts";
import { action, field, saved } from "./support/record-form.ts";

describeInBrowser("the life of an article", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  const { openEditor, openDraft, stored } = articlesOf(site);

  test("text typed while a new record is saved for the first time stays in its place", async () => {
    const page = await openEditor();
    await page.goto("/admin/content/article/new");
    await page.getByRole("textbox", { name: "Body" }).click();
    await page.keyboard.type("First words");
    await page.waitForURL(/article\/[\da-f-]{36}$/);
    await page.getByRole("button", { name: "More actions" }).waitFor();
    await page.keyboard.type(", and more");
    await saved(page);

    expect(await stored(idIn(page))).toMatchObject({ body: "First words, and more" });
  });

  test("a missing value is reported at its field on publication; after publication the form stays open and shows changes", async () => {
    const { id, page } = await openDraft({ summary: "No title yet" });
    await field(page, "title").waitFor();
    const reads: string[] = [];
    page.on("request", (sent) => {
      if (sent.method() === "GET" && new URL(sent.url()).pathname === `/api/article/${id}`) reads.push(sent.url());
    });

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.locator('[data-field="title"] input[aria-invalid="true"]:focus').waitFor();
    await page.keyboard.type("Now it has one");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("Published", { exact: true }).waitFor();
    await field(page, "summary").focus();
    await page.keyboard.press("End");
    await field(page, "summary").pressSequentially(", and more of it", { delay: 50 });
    await page.getByText("Changed", { exact: true }).waitFor();

    const live = (await site.stack.admin.get(`/api/article/${id}`)).data;
    expect(live).toMatchObject({ title: "Now it has one", summary: "No title yet" });
    expect(await stored(id)).toMatchObject({ summary: "No title yet, and more of it" });
    await action(page, "Unpublish");
    await page.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
    await page.getByText("Draft", { exact: true }).waitFor();
    expect((await site.stack.admin.get(`/api/article/${id}`)).status).toBe(404);
    expect(reads).toEqual([]); // the answers contain the record
  });
});
