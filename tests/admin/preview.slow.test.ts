import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf } from "./support/articles.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { fitsIn } from "./support/page-width.ts";
import { action, field, saved } from "./support/record-form.ts";

const SITE = "https://www.example.com";
const ANNOUNCE = `parent.postMessage({ type: "colophon:listening" }, "*");`;
/** A script of the website: at each message about saved drafts it reads the draft again, and shows the newest answer. */
const READ_AGAIN = `<script>
  let asked = 0;
  addEventListener("message", async ({ data }) => {
    if (data.type !== "colophon:saved") return;
    const mine = ++asked;
    const text = await (await fetch(location.pathname + "/text" + location.search)).text();
    if (mine === asked) document.querySelector("p").textContent = text;
  });
  ${ANNOUNCE}
</script>`;
/** A script of the website: loads its page again at each message. */
const LOAD_AGAIN = `<script>
  addEventListener("message", ({ data }) => { if (data.type === "colophon:saved") location.reload(); });
  ${ANNOUNCE}
</script>`;

describeInBrowser("a preview beside the form", () => {
  const site = useAdminSite(join(import.meta.dirname, "editing.config.ts"));

  const { draftOf } = articlesOf(site);

  /** Serves the website: pages show the draft, which is read with the preview link, and its author. @returns the URLs of requested pages */
  async function serveSite(page: Page, script = "", beforeAnswer = async (_number: number): Promise<void> => undefined): Promise<URL[]> {
    const asked: URL[] = [];
    await page.context().route(`${SITE}/**`, async (route) => {
      const url = new URL(route.request().url());
      const [, locale, slug, part] = url.pathname.split("/");
      const query = `locale=${locale}&filter[slug]=${slug}&resolve[author]=name&preview=${url.searchParams.get("preview")}`;
      const { data } = await site.stack.admin.get(`/api/article?${query}`);
      const { title = "nothing", summary, author } = data?.[0] ?? {};
      const text = `${summary ?? "No summary"} by ${author?.name ?? "nobody"}`;
      if (part === "text") return route.fulfill({ contentType: "text/plain", body: text });
      await beforeAnswer(asked.push(url));
      const body = `<html lang="en"><title>Site</title><h1>${title}</h1><p>${text}</p>${script}<div style="height: 3000px"></div></html>`;
      await route.fulfill({ contentType: "text/html", body });
    });
    return asked;
  }
  /** For a page that is not loaded yet. @returns when the page in the preview has announced that it listens */
  async function noteAnnouncement(page: Page): Promise<{ readonly announced: Promise<void> }> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.exposeFunction("noteAnnouncement", resolve);
    await page.addInitScript(
      `addEventListener("message", ({ data }) => { if (data?.type === "colophon:listening") noteAnnouncement(); });`,
    );
    return { announced: promise };
  }
  const shown = (page: Page) => page.frameLocator('iframe[title="Preview"]');

  test("follows each saved draft, also to another URL, with one link; closing it is remembered", async () => {
    const id = await draftOf({ title: "First leek" });
    const page = await site.openAs(ADMIN);
    const asked = await serveSite(page);
    await page.goto(`/admin/content/article/${id}`);
    await action(page, "Preview");
    await shown(page).getByRole("heading", { name: "First leek" }).waitFor();

    await field(page, "title").fill("Second leek");
    await saved(page);
    await shown(page).getByRole("heading", { name: "Second leek" }).waitFor();

    expect(new Set(asked.map(({ searchParams }) => searchParams.get("preview"))).size).toBe(1);
    expect(asked.map(({ pathname }) => pathname)).toEqual(expect.arrayContaining(["/en/first-leek", "/en/second-leek"]));
    expect(await page.getByRole("link", { name: "Open in a new tab" }).getAttribute("href")).toContain(`${SITE}/en/second-leek?preview=`);
    await page.getByText("Phone", { exact: true }).click();
    await eventually(async () => (await page.locator("iframe").boundingBox())?.width === 390 || null, { what: "the width of a phone" });
    await page.reload();
    await shown(page).getByRole("heading", { name: "Second leek" }).waitFor();
    expect((await page.locator("iframe").boundingBox())?.width).toBe(390);
    expect(new Set(asked.map(({ searchParams }) => searchParams.get("preview"))).size).toBe(1);

    await page.getByRole("button", { name: "Close the preview" }).click();
    await page.reload();
    await field(page, "title").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    expect(site.complaints()).toEqual([]);
  });

  test("a site that listens gets a message after each saved draft, and isn't reloaded", async () => {
    const id = await draftOf({ title: "Told", slug: "told" });
    const page = await site.openAs(ADMIN);
    const asked = await serveSite(page, READ_AGAIN);
    const { announced } = await noteAnnouncement(page);
    await page.goto(`/admin/content/article/${id}`);
    await action(page, "Preview");
    await announced;

    for (const summary of ["Change 1", "Change 2"]) {
      await field(page, "summary").fill(summary);
      await page.keyboard.press("Control+s");
      await shown(page).getByText(summary).waitFor();
    }

    expect(asked).toHaveLength(1);
  });

  test("a site that loads its page again at a message also shows what is saved meanwhile", async () => {
    const id = await draftOf({ title: "Twice", slug: "twice" });
    const page = await site.openAs(ADMIN);
    const [asksAgain, isSavedAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await serveSite(page, LOAD_AGAIN, async (number) => {
      if (number !== 2) return;
      asksAgain.resolve();
      await isSavedAgain.promise;
    });
    const { announced } = await noteAnnouncement(page);
    await page.goto(`/admin/content/article/${id}`);
    await action(page, "Preview");
    await announced;
    const save = async (summary: string) => {
      await field(page, "summary").fill(summary);
      await page.keyboard.press("Control+s");
      await saved(page);
    };

    await save("Change 1");
    await asksAgain.promise;
    await save("Change 2");
    isSavedAgain.resolve();

    await shown(page).getByText("Change 2").waitFor();
  });

  test("it is updated when a record that it may show is changed by somebody else", async () => {
    const author = (await site.stack.admin.post("/api/author", { name: "Ann" })).data.id;
    const id = await draftOf({ title: "By Ann", slug: "by-ann", author });
    const page = await site.openAs(ADMIN);
    const streaming = page.waitForResponse(/\/api\/_events$/);
    const asked = await serveSite(page, READ_AGAIN);
    const { announced } = await noteAnnouncement(page);
    await page.goto(`/admin/content/article/${id}`);
    await action(page, "Preview");
    await Promise.all([streaming, announced]);

    await site.stack.admin.put(`/api/author/${author}`, { name: "Anne" });

    await shown(page).getByText("by Anne").waitFor();
    expect(asked).toHaveLength(1);
  });

  test("it violates no accessibility rule next to the form, in light and in dark, and is above it on a phone", async () => {
    const id = await draftOf({ title: "Rules" });
    const page = await site.openAs(ADMIN);
    await serveSite(page);
    await page.goto(`/admin/content/article/${id}`);
    await action(page, "Preview");
    await shown(page).getByRole("heading", { name: "Rules" }).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      expect(await brokenRules(page)).toEqual([]);
    }

    await page.setViewportSize({ width: 360, height: 800 });
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
    await eventually(async () => (await topOf(page.locator("iframe"))) < (await topOf(field(page, "title"))), {
      what: "the preview is above the form",
    });
    await fitsIn(page, 360);
  });

  test("the dashboard lists schedules, the caller's drafts and recent changes, each with a link", async () => {
    const [later, soon] = [await draftOf({ title: "Later" }), await draftOf({ title: "Soon" })];
    await site.stack.admin.post(`/api/article/${later}/schedule`, { publishAt: "2099-05-02T10:00:00Z" });
    await site.stack.admin.post(`/api/article/${soon}/schedule`, { publishAt: "2099-05-01T10:00:00Z" });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/");

    const card = (name: string) => page.locator("main div", { has: page.getByRole("heading", { name, exact: true }) }).last();
    await card("Scheduled").getByRole("link", { name: "Soon" }).waitFor();
    expect(await card("Scheduled").getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^Soon\s+1 May 2099/),
      expect.stringMatching(/^Later\s+2 May 2099/),
    ]);
    await card("My drafts: Articles").getByRole("link", { name: "Later" }).waitFor();
    await card("Recently changed: Articles").getByRole("link", { name: "Later" }).waitFor();
    await card("Scheduled").getByRole("link", { name: "Soon" }).click();
    await page.waitForURL(`**/admin/content/article/${soon}`);
  });
});
