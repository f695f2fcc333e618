import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf } from "./support/articles.ts";
import { describeInBrowser } from "./support/browser.ts";
import { field, saved } from "./support/record-form.ts";

describeInBrowser("the page shows what others change, without a reload", () => {
  const site = useAdminSite(join(import.meta.dirname, "editing.config.ts"));
  const { draftOf, stored } = articlesOf(site);

  /** For a page that is not loaded yet. @returns whether it has opened a stream */
  function notedStream(page: Page): () => boolean {
    let isOpened = false;
    page.on("response", (answer) => {
      isOpened ||= new URL(answer.url()).pathname === "/api/_events" && answer.status() === 200;
    });
    return () => isOpened;
  }
  async function openList(page: Page): Promise<Page> {
    await page.goto("/admin/content/article");
    await page.getByRole("heading", { name: "Articles" }).waitFor();
    return page;
  }
  const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

  test("lists follow in all tabs with one stream; when its tab is closed another one opens it, and misses nothing", async () => {
    await draftOf({ title: "The first" });
    const one = await site.openAs(ADMIN);
    const hasStream = notedStream(one);
    await openList(one);
    await eventually(hasStream, { what: "the stream is open" });
    const other = await one.context().newPage();
    const otherHasStream = notedStream(other);
    await openList(other);

    await draftOf({ title: "Seen in both" });
    await Promise.all([one, other].map((page) => link(page, "Seen in both").waitFor()));
    const hadTwo = otherHasStream();
    await one.close();
    await draftOf({ title: "Seen in the other" });
    await link(other, "Seen in the other").waitFor();
    await eventually(otherHasStream, { what: "the other tab has the stream" });

    expect(hadTwo).toBe(false);
    expect(site.complaints()).toEqual([]);
  });

  test("a form shows what somebody else saves, and keeps what is being written in it", async () => {
    const id = await draftOf({ title: "Shared", summary: "old" });
    const page = await site.openAs(ADMIN);
    const hasStream = notedStream(page);
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "summary").waitFor();
    await eventually(hasStream, { what: "the stream is open" });

    await site.stack.admin.put(`/api/article/${id}?draft=true`, { summary: "theirs" });
    await eventually(async () => (await field(page, "summary").inputValue()) === "theirs", { what: "their summary" });
    await page.getByText("Somebody else has saved other changes").waitFor();
    await field(page, "title").fill("Shared, mine");
    await saved(page);

    expect(await stored(id)).toMatchObject({ title: "Shared, mine", summary: "theirs" });
  });

  test("a form's own saves are no changes by somebody else", async () => {
    const id = await draftOf({ title: "Alone" });
    const page = await site.openAs(ADMIN);
    const hasStream = notedStream(page);
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "summary").waitFor();
    await eventually(hasStream, { what: "the stream is open" });
    const read = page.waitForResponse((answer) => answer.request().method() === "GET" && answer.url().includes(`/api/article/${id}?`));

    await field(page, "summary").fill("mine");
    await saved(page);
    await read; // the form has read the record after its own save
    await page.getByRole("navigation", { name: "Languages" }).waitFor();

    expect(await page.getByText("Somebody else has saved").count()).toBe(0);
    expect(await field(page, "summary").inputValue()).toBe("mine");
  });

  /** The form of an author, which is saved when the user asks for it, with unsaved input; the stream is open. */
  async function openAuthor(): Promise<{ readonly id: string; readonly page: Page }> {
    const { id } = (await site.stack.admin.post("/api/author", { name: "Ann", section: "news" })).data;
    const page = await site.openAs(ADMIN);
    const hasStream = notedStream(page);
    await page.goto(`/admin/content/author/${id}`);
    await field(page, "name").fill("Ann, mine");
    await eventually(hasStream, { what: "the stream is open" });
    return { id, page };
  }

  test("unsaved input in a field that somebody else changes stays, the form says so, and the save asks", async () => {
    const { id, page } = await openAuthor();

    await site.stack.admin.put(`/api/author/${id}`, { name: "Ann, theirs" });
    await page.getByText("Somebody else has changed the same fields").waitFor();
    const during = await field(page, "name").inputValue();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Somebody else has changed this too" });
    await dialog.getByText("Ann, theirs").waitFor();
    await dialog.getByLabel("Mine").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await saved(page);

    expect(during).toBe("Ann, mine");
    expect((await site.stack.admin.get(`/api/author/${id}`)).data.name).toBe("Ann, mine");
    expect(await page.getByText("Somebody else has").count()).toBe(0);
  });

  test("unsaved input in a record that somebody else deletes stays, and can be saved as a new one", async () => {
    const { id, page } = await openAuthor();

    await site.stack.admin.delete(`/api/author/${id}`);
    await page.getByText("This record was deleted meanwhile").waitFor();
    const during = await field(page, "name").inputValue();
    await page.getByRole("button", { name: "Save as new" }).click();
    await page.getByRole("heading", { name: /^New/ }).waitFor();

    expect([during, await field(page, "name").inputValue()]).toEqual(["Ann, mine", "Ann, mine"]);
  });
});

describeInBrowser("a site without events", () => {
  const site = useAdminSite(join(import.meta.dirname, "site.config.ts"));

  test("opens no stream, and asks for nothing again", async () => {
    const page = await site.openAs(ADMIN);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));

    await page.goto("/admin/content/article");
    await page.getByRole("heading", { name: "Articles" }).waitFor();
    await page.waitForLoadState("networkidle");

    expect(asked).not.toContain("/api/_events");
    expect(asked.filter((path) => path === "/api/article")).toHaveLength(1);
  });
});
