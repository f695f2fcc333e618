import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";

describeInBrowser("the views of a list", () => {
  const site = useAdminSite(join(import.meta.dirname, "editing.config.ts"));

  beforeAll(async () => {
    for (const [title, section] of [
      ["Leek", "news"],
      ["Ale", "news"],
      ["Secret leek", "secret"],
    ])
      await site.stack.admin.post("/api/article", { title, section });
  });

  const titles = (page: Page) => page.locator("tbody tr td:nth-child(2)").allInnerTexts();
  const shows = (page: Page, ...wanted: string[]) =>
    eventually(async () => (await titles(page)).join() === wanted.join() || null, { what: `the list shows ${wanted.join(", ")}` });
  const chosen = (page: Page) => page.getByLabel("View", { exact: true });
  const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
  async function choose(page: Page, item: string): Promise<void> {
    await page.getByRole("button", { name: "My views" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  }
  async function save(page: Page, name: string): Promise<void> {
    await choose(page, "Save as a view");
    await page.getByLabel("Name of the view").fill(name);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("saved") === name);
  }

  test("store columns, order and filters under a name, in every browser; the URL contains the name and all of these", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article?sort=title&filter%5Bsection%5D%5B%24in%5D=news");
    await shows(page, "Ale", "Leek");
    await page.getByRole("button", { name: "Columns" }).click();
    for (const column of ["Rating", "Status", "Changed"]) await page.getByRole("menuitemcheckbox", { name: column }).click();
    await page.keyboard.press("Escape");
    await eventually(async () => (await page.getByRole("columnheader").allInnerTexts()).join() === ",Title,Section" || null, {
      what: "two columns",
    });
    await save(page, "News by title");
    expect(parameters(page)).toEqual({ sort: "title", "filter[section][$in]": "news", columns: "section", saved: "News by title" });
    expect(await brokenRules(page)).toEqual([]);

    const other = await site.openAs(ADMIN);
    await other.goto("/admin/content/article");
    await other.getByRole("link", { name: "Secret leek" }).waitFor();
    await Promise.all([other.waitForResponse(/_me\/settings$/), other.getByRole("button", { name: "My views" }).click()]);
    await other.keyboard.press("Escape");
    await chosen(other).selectOption("News by title");
    await shows(other, "Ale", "Leek");
    expect(parameters(other)).toEqual(parameters(page));
    await chosen(other).selectOption("Only news");
    await shows(other, "Ale", "Leek");
    expect(parameters(other)).toEqual({ view: "Only news" });
    expect(site.complaints()).toEqual([]);
  });

  test("are renamed, changed, opened by default and deleted", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article?q=leek&sort=title");
    await save(page, "Leeks");
    await choose(page, "Rename");
    await page.getByLabel("Name of the view").fill("All leeks");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("saved") === "All leeks");
    await page.getByRole("button", { name: "Title" }).click();
    await shows(page, "Secret leek", "Leek");
    await Promise.all([page.waitForResponse((answer) => answer.request().method() === "PUT"), choose(page, "Save the changes")]);
    await Promise.all([page.waitForResponse((answer) => answer.request().method() === "PUT"), choose(page, "Use as default view")]);

    await page.goto("/admin/content/author");
    await page.getByRole("heading", { name: "Authors" }).waitFor();
    await page.getByRole("link", { name: "Articles" }).click();
    await page.waitForURL((url) => url.searchParams.get("saved") === "All leeks");
    await shows(page, "Secret leek", "Leek");
    expect(parameters(page)).toEqual({ q: "leek", sort: "-title", saved: "All leeks" });
    await choose(page, "Delete the view");
    await shows(page, "Secret leek", "Ale", "Leek");
    expect(await chosen(page).locator("option").allInnerTexts()).not.toContain("All leeks");
  });

  test("that two tabs save at once are both stored, next to all other settings", async () => {
    const page = await site.openAs(ADMIN);
    const second = await page.context().newPage();
    for (const [tab, sort] of [
      [page, "title"],
      [second, "-title"],
    ] as const) {
      await tab.goto(`/admin/content/article?sort=${sort}`);
      await tab.getByRole("link", { name: "Secret leek" }).waitFor();
    }
    const { promise: bothRead, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    await page.context().route("**/api/_me/settings", async (route) => {
      if (route.request().method() === "PUT" && waiting < 2) {
        waiting += 1;
        if (waiting === 2) resolve();
        await bothRead; // each has read the settings before either writes
      }
      await route.continue();
    });

    await Promise.all([save(page, "First tab"), save(second, "Second tab")]);

    const answer = await page.context().request.get(`${site.stack.url}/api/_me/settings`);
    const { data } = (await answer.json()) as { data: { lists: { article: { views: { name: string }[] } } } };
    expect(data.lists.article.views.map(({ name }) => name)).toEqual(expect.arrayContaining(["First tab", "Second tab"]));
  });
});
