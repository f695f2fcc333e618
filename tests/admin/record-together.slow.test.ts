import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf, idIn } from "./support/articles.ts";
import { describeInBrowser } from "./support/browser.ts";
import { action, field, saved, shownIn } from "./support/record-form.ts";

describeInBrowser("an article that others work on, in other languages and at other times", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  const { openEditor, draftOf, openDraft, stored } = articlesOf(site);

  test("two articles with the same title get different slugs", async () => {
    await draftOf({ title: "The same title" });
    const page = await openEditor();
    await page.goto("/admin/content/article/new");
    await field(page, "title").pressSequentially("The same title");
    await page.waitForURL(/article\/[\da-f-]{36}$/);
    await saved(page);

    expect(await field(page, "slug").inputValue()).toBe("the-same-title-2");
    expect(await stored(idIn(page))).toMatchObject({ title: "The same title", slug: "the-same-title-2" });
  });

  test("a table that somebody else writes into a text is shown as it is stored, and stays whole", async () => {
    const { id, page } = await openDraft({ title: "Shared", body: "a text" });
    await page.getByRole("textbox", { name: "Body" }).waitFor();
    const table = "| a | b |\n|---|---|\n| 1 | 2 |";
    await site.stack.admin.put(`/api/article/${id}?draft=true`, { body: table });

    await field(page, "title").fill("Shared with others");
    await saved(page);
    const source = page.locator('[data-field="body"] textarea').first();
    await source.press("Control+End");
    await page.keyboard.type(" ");
    await page.keyboard.type("x");
    await saved(page);

    expect((await stored(id)).body).toContain("|---|---|");
  });

  test("changes of two people to different fields are merged; for the same field the user chooses one", async () => {
    const { id, page } = await openDraft({ title: "Two people", summary: "old" });
    await field(page, "title").waitFor();

    await site.stack.admin.put(`/api/article/${id}?draft=true`, { summary: "theirs" });
    await field(page, "title").fill("Two people, mine");
    await page.getByText("Somebody else has saved other changes").waitFor();
    await saved(page);
    expect(await stored(id)).toMatchObject({ title: "Two people, mine", summary: "theirs" });

    await site.stack.admin.put(`/api/article/${id}?draft=true`, { summary: "theirs again" });
    await field(page, "summary").fill("mine");
    const dialog = page.getByRole("dialog", { name: "Somebody else has changed this too" });
    await dialog.getByText("theirs again").waitFor();
    await dialog.getByLabel("Mine").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await saved(page);
    expect(await stored(id)).toMatchObject({ title: "Two people, mine", summary: "mine" });
  });

  test("a user sees who else has it open", async () => {
    const id = await draftOf({ title: "Together" });
    const other = await site.openAs(ADMIN);
    await Promise.all([other.waitForResponse(/\/presence$/), other.goto(`/admin/content/article/${id}`)]);
    const page = await openEditor();

    await page.goto(`/admin/content/article/${id}`);

    await page.getByRole("status", { name: /^Also here: / }).waitFor();
  });

  test("input without a connection is kept, even after a reload, and saved when the connection is back", async () => {
    const { id, page } = await openDraft({ title: "Offline" });
    await field(page, "summary").waitFor();

    await page.context().setOffline(true);
    await field(page, "summary").fill("typed offline");
    await page.locator('[data-phase="failed"]').waitFor();
    await page.context().setOffline(false);
    await saved(page);
    expect(await stored(id)).toMatchObject({ summary: "typed offline" });

    await page.route("**/api/article/**", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
    await field(page, "summary").fill("kept");
    await page.locator('[data-phase="failed"]').waitFor();
    await page.unroute("**/api/article/**");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole("button", { name: "Restore them" }).click();
    await saved(page);
    expect(await stored(id)).toMatchObject({ summary: "kept" });
  });

  test("it is scheduled with a calendar, and the schedule is shown and cancelled", async () => {
    const { id, page } = await openDraft({ title: "Later" });

    await action(page, "Schedule");
    await page.getByRole("button", { name: "Publish at", exact: true }).click();
    await page.getByRole("button", { name: "Next month" }).click();
    await page.getByRole("button", { name: /^15 / }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Schedule", exact: true }).click();
    await page.getByText(/^Scheduled for/).waitFor();
    const { data } = await site.stack.admin.get(`/api/article/${id}/schedule`);
    expect(new Date(data.publishAt).getDate()).toBe(15);

    await action(page, "Schedule");
    await page.getByRole("button", { name: "Clear Publish at" }).click();
    await page.getByRole("button", { name: "Remove the schedule" }).click();
    await page.getByText(/^Scheduled for/).waitFor({ state: "hidden" });
    expect((await site.stack.admin.get(`/api/article/${id}/schedule`)).data.publishAt).toBeNull();
  });

  test("it is translated, and each language links to the other", async () => {
    const { id, page } = await openDraft({ title: "In English" });

    await page.getByRole("button", { name: "Translate into German" }).click();
    await shownIn(page, "German");
    await field(page, "title").fill("Auf Deutsch");
    await saved(page);
    expect(await stored(idIn(page))).toMatchObject({ locale: "de", title: "Auf Deutsch" });

    await page.getByRole("navigation", { name: "Languages" }).getByRole("link", { name: "English" }).click();
    await page.waitForURL((url) => url.pathname.endsWith(id));
    await eventually(async () => (await field(page, "title").inputValue()) === "In English");
  });

  test("the history shows who has changed which words, and an old version is restored as the draft", async () => {
    const id = await draftOf({ title: "History", summary: "the good old words" });
    await site.stack.admin.put(`/api/article/${id}?draft=true`, { summary: "the good new words" });
    const page = await openEditor();
    await page.goto(`/admin/content/article/${id}`);

    await action(page, "History");
    const drawer = page.getByRole("dialog", { name: "History" });
    await drawer.locator("ins", { hasText: "new" }).waitFor();
    expect(await drawer.locator("del").allTextContents()).toEqual(["old"]);
    await drawer.getByRole("button", { name: /^Version 1 / }).click();
    await drawer.getByRole("button", { name: "Make version 1 the draft" }).click();
    await drawer.waitFor({ state: "hidden" });

    expect(await field(page, "summary").inputValue()).toBe("the good old words");
    expect(await stored(id)).toMatchObject({ summary: "the good old words" });
  });

  test("a preview link and a copy are created, and the draft is discarded with its record", async () => {
    const { id, page } = await openDraft({ title: "Short life" });

    await action(page, "Preview");
    expect(await page.getByRole("link", { name: "Open in a new tab" }).getAttribute("href")).toContain("/articles/short-life");
    await page.getByRole("button", { name: "Close the preview" }).click();
    await action(page, "Duplicate");
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.goto(`/admin/content/article/${id}`);
    await action(page, "Discard draft");
    await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
    await page.waitForURL(/\/admin\/content\/article$/);

    expect((await site.stack.admin.get(`/api/article/${id}?draft=true`)).status).toBe(404);
  });
});
