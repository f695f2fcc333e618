import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { ARTICLES, shows, titleOf, useArticleList } from "./support/article-list.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { fitsIn } from "./support/page-width.ts";
import { holdTimers } from "./support/timers.ts";

/** Waits until the browser has drawn so many frames. */
const drawn = (page: Page, frames: number) =>
  page.evaluate(`(async () => { for (let count = 0; count < ${frames}; count += 1) await new Promise(requestAnimationFrame); })()`);
const ANIMATIONS_ENDED = "document.getAnimations().every(({ playState }) => playState === 'finished')";

describeInBrowser("a list", () => {
  const site = useArticleList();

  test("a filter by a relation never offers records that were found by an earlier text", async () => {
    await site.stack.admin.post("/api/author", { name: "Zelda" });
    const page = await site.openAs(ADMIN);
    await holdTimers(page, 200); // after which a typed text is searched
    await page.goto("/admin/content/article");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("menuitem", { name: "Author" }).click();
    const author = page.getByRole("combobox", { name: "Author" });
    await author.click();
    const offered = page.locator("[data-combobox-option]");
    await offered.nth(1).waitFor(); // all authors

    await author.fill("zel");
    await eventually(async () => (await offered.allInnerTexts()).join() === "Zelda", { what: "only the author who fits is offered" });
  });

  test("and its records can be found in the palette", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/");
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    await page.keyboard.press("Control+K");
    await page.getByPlaceholder("Find a record, a list or an action").fill("Leek 12");
    await page.getByRole("button", { name: titleOf(12) }).click();
    const { data } = await site.stack.admin.get("/api/article?draft=true&q=Leek%2012");
    await page.waitForURL(`**/admin/content/article/${data[0].id}`);

    await page.keyboard.press("Control+K");
    await page.getByPlaceholder("Find a record, a list or an action").fill("create: auth");
    await page.getByRole("button", { name: "Create: Authors" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/content/author/new");
    expect(site.complaints()).toEqual([]);
  });

  test("and a palette that is reopened at once keeps its input", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/");
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    const text = page.getByPlaceholder("Find a record, a list or an action");
    for (const frames of [0, 3, 6]) {
      await page.keyboard.press("Control+K");
      await text.fill("dash");
      await page.keyboard.press("Enter");
      await drawn(page, frames);
      await page.keyboard.press("Control+K");
      await text.fill("create: auth");
      await page.waitForFunction(ANIMATIONS_ENDED);
      await drawn(page, 3);
      expect(await text.inputValue()).toBe("create: auth");
      await page.keyboard.press("Escape");
      await text.waitFor({ state: "hidden" });
    }
  });

  test.each(["light", "dark"] as const)(
    "and the dashboard violate no accessibility rule when %s, and the content security policy blocks nothing",
    async (colorScheme) => {
      const page = await site.openAs(ADMIN, { colorScheme });
      await page.goto("/admin/content/article?sort=title");
      await shows(page, titleOf(0));
      const broken = await brokenRules(page);
      await page.goto("/admin/");
      await page.getByText(String(ARTICLES), { exact: true }).waitFor();

      expect([...broken, ...(await brokenRules(page))]).toEqual([]);
      expect(await page.locator("html").getAttribute("data-mantine-color-scheme")).toBe(colorScheme);
      expect(site.complaints()).toEqual([]);
    },
  );

  test("a failed list can be loaded again; a record that does not exist leads back to the list", async () => {
    const page = await site.openAs(ADMIN);
    let isBroken = true;
    const body = { error: { code: "INTERNAL_ERROR", message: "Internal error." } };
    await page.route("**/api/tag?*", (route) => (isBroken ? route.fulfill({ status: 500, json: body }) : route.fallback()));
    await page.goto("/admin/content/tag");
    await page.getByRole("alert").getByText("The service has failed.").waitFor();
    isBroken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("There is nothing in “Tags” yet.").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);

    await page.goto("/admin/content/tag/00000000-0000-7000-8000-000000000000");
    await page.getByRole("heading", { name: "This record does not exist, or no longer." }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("link", { name: "To the list: Tags" }).click();
    await page.getByRole("heading", { name: "Tags" }).waitFor();
  });

  test("fits on a phone, with the sidebar in a menu", async () => {
    const page = await site.openAs(ADMIN, { viewport: { width: 360, height: 700 } });
    await page.goto("/admin/content/article");
    await page.getByRole("link", { name: titleOf(59) }).waitFor();
    await fitsIn(page, 360);

    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Tags" }).click();
    await page.getByRole("heading", { name: "Tags" }).waitFor();
    await page.getByText("There is nothing in “Tags” yet.").waitFor();
  });
});
