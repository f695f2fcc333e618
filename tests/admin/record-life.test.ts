import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/client.ts";
import { ADMIN } from "../support/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { action, field, saved, shownIn, SMALL_PICTURE } from "./support/record-form.ts";

describeInBrowser("the life of an article", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  async function openEditor(): Promise<Page> {
    await site.stack.signInAs("editor");
    return site.openAs("editor@example.com");
  }
  async function draftOf(data: Json): Promise<string> {
    return (await site.stack.admin.post("/api/article?draft=true", data)).data.id;
  }
  const stored = async (id: string): Promise<Json> => (await site.stack.admin.get(`/api/article/${id}?draft=true`)).data;
  const idIn = (page: Page) => String(page.url().split("/").pop());

  test("an editor writes it with an image and a new author; it is saved automatically, and published", async () => {
    const page = await openEditor();
    await page.goto("/admin/content/article/new");
    await field(page, "title").fill("Good leeks");
    await field(page, "summary").pressSequentially("Typed while the draft is made", { delay: 100 });
    await page.waitForURL(/article\/[\da-f-]{36}$/);
    await page.getByRole("button", { name: "More actions" }).waitFor();
    await page.keyboard.type(", and after");
    await page.locator('[data-field="cover"] input[type=file]').setInputFiles(SMALL_PICTURE);
    await page.getByLabel("Alternative text").fill("A green square");
    await page.locator('[data-field="author"]').getByRole("button", { name: "New" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Ada");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await page.getByRole("link", { name: "Ada" }).waitFor();
    await page.getByRole("textbox", { name: "Body" }).click();
    await page.keyboard.type("## Soup\nwith ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("leeks");
    await saved(page);

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("Published", { exact: true }).waitFor();

    const { data } = await site.stack.admin.get(`/api/article/${idIn(page)}?resolve[author]=name&resolve[cover]=alt`);
    expect(data).toMatchObject({
      title: "Good leeks",
      slug: "good-leeks",
      summary: "Typed while the draft is made, and after",
      body: "## Soup\n\nwith **leeks**",
      author: { name: "Ada" },
      cover: { alt: "A green square" },
    });
    expect(site.complaints()).toEqual([]);
  });

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
    const id = await draftOf({ title: "Shared", body: "a text" });
    const page = await openEditor();
    await page.goto(`/admin/content/article/${id}`);
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

  test("a missing value is reported at its field on publication; after publication the form stays open and shows changes", async () => {
    const id = await draftOf({ summary: "No title yet" });
    const page = await openEditor();
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "title").waitFor();

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
  });

  test("a field that the role may not write is read-only; one that it may not read isn't there", async () => {
    const id = await draftOf({ title: "Limits", rating: 4, notes: "secret" });
    const page = await openEditor();

    await page.goto(`/admin/content/article/${id}`);

    expect(await field(page, "rating").getAttribute("readonly")).not.toBeNull();
    expect(await field(page, "verdict").getAttribute("readonly")).not.toBeNull();
    expect(await page.locator('[data-field="notes"]').count()).toBe(0);
  });

  test("changes of two people to different fields are merged; for the same field the user chooses one", async () => {
    const id = await draftOf({ title: "Two people", summary: "old" });
    const page = await openEditor();
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "title").waitFor();

    await site.stack.admin.put(`/api/article/${id}?draft=true`, { summary: "theirs" });
    await field(page, "title").fill("Two people, mine");
    await page.getByText("Somebody else has saved other fields").waitFor();
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
    const id = await draftOf({ title: "Offline" });
    const page = await openEditor();
    await page.goto(`/admin/content/article/${id}`);
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
    const id = await draftOf({ title: "Later" });
    const page = await openEditor();
    await page.goto(`/admin/content/article/${id}`);

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
    const id = await draftOf({ title: "In English" });
    const page = await openEditor();
    await page.goto(`/admin/content/article/${id}`);

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
    const id = await draftOf({ title: "Short life" });
    const page = await openEditor();
    await page.goto(`/admin/content/article/${id}`);

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

  test("a user who leaves a form with unsaved changes is asked, and can stay", async () => {
    const made = await site.stack.admin.post("/api/author", { name: "Before" });
    const page = await openEditor();
    await page.goto(`/admin/content/author/${made.data.id}`);
    await field(page, "name").fill("After");

    await page.getByRole("link", { name: "Articles" }).click();
    await page.getByRole("button", { name: "Stay" }).click();
    await field(page, "name").press("Control+s");
    await saved(page);
    await page.getByRole("link", { name: "Articles" }).click();
    await page.waitForURL(/\/admin\/content\/article$/);

    expect((await site.stack.admin.get(`/api/author/${made.data.id}`)).data.name).toBe("After");
  });
});
