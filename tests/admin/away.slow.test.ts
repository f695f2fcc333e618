import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf } from "./support/articles.ts";
import { describeInBrowser } from "./support/browser.ts";
import { action, field, saved } from "./support/record-form.ts";

const MINUTE_MS = 60_000;
/** The words that are typed in a minute, with a pause after each. */
const WORDS = Array.from({ length: 10 }, (_, at) => `word ${at + 1}. `);
const BUSY = { status: 503, json: { error: { code: "SERVICE_UNAVAILABLE", message: "Busy" } } };

describeInBrowser("an API that is gone for a minute", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  /** Makes the API unreachable: first no connection, then only the gateway answers. @returns the number of write requests, and a function that makes it reachable again */
  async function takeAway(page: Page) {
    let isGatewayBack = false;
    const writes: string[] = [];
    const refuse = (route: Route) => {
      const request = route.request();
      if (request.method() !== "GET" && !request.url().endsWith("/presence")) writes.push(request.method());
      return isGatewayBack ? route.fulfill(BUSY) : route.abort("connectionrefused");
    };
    await page.route("**/api/**", refuse);
    return {
      writes,
      gatewayIsBack: () => (isGatewayBack = true),
      bringBack: () => page.unroute("**/api/**", refuse),
    };
  }
  /** Types for a minute of the page's fake clock. */
  async function typeForAMinute(page: Page, half: () => void): Promise<void> {
    for (const [at, word] of WORDS.entries()) {
      if (at === WORDS.length / 2) half();
      await page.keyboard.type(word);
      await page.clock.runFor(MINUTE_MS / WORDS.length);
      await page.locator('[data-phase="changed"], [data-phase="failed"]').waitFor(); // its try to save has ended
    }
  }
  const failed = (page: Page) => page.locator('[data-phase="failed"]').waitFor();
  const keptIn = (page: Page) => page.evaluate<string>("JSON.stringify({ ...localStorage })");
  const summaries = async (title: string) =>
    (await site.stack.admin.get(`/api/article?draft=true&filter[title]=${encodeURIComponent(title)}`)).data.map(
      ({ summary }: { summary: string }) => summary,
    );

  test("leaves the form with what is typed there where the code of a part can't be loaded, which is loaded when the connection is back", async () => {
    const { id, page } = await articlesOf(site).openDraft({ title: "Parts" });
    await page.getByRole("textbox", { name: "Body" }).waitFor();

    await page.context().setOffline(true);
    await field(page, "summary").fill("typed offline");
    await action(page, "History");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await failed(page);
    expect(await field(page, "summary").inputValue()).toBe("typed offline");

    await page.context().setOffline(false);
    await page.getByRole("dialog", { name: "History" }).waitFor();
    await page.keyboard.press("Escape");
    await saved(page);
    expect(await articlesOf(site).stored(id)).toMatchObject({ summary: "typed offline" });
  });

  test("leaves the other fields where the code of a field can't be loaded, until the page is loaded again", async () => {
    const id = await articlesOf(site).draftOf({ title: "A field away" });
    const page = await articlesOf(site).openEditor();
    await page.route("**/assets/rich-text-field-*", (route) => route.abort());
    await page.goto(`/admin/content/article/${id}`);
    await page.locator('[data-field="body"]').getByRole("button", { name: "Reload the page" }).waitFor();
    await field(page, "summary").fill("without the body");
    await saved(page);

    await page.unroute("**/assets/rich-text-field-*");
    await page.getByRole("button", { name: "Reload the page" }).click();
    await page.getByRole("textbox", { name: "Body" }).waitFor();

    expect(await field(page, "summary").inputValue()).toBe("without the body");
  });

  test("does not block the form; only the save status shows it, and everything is saved afterwards", async () => {
    const id = await articlesOf(site).draftOf({ title: "A minute away" });
    const page = await site.openAs(ADMIN);
    await page.clock.install();
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "summary").focus();

    const { writes, gatewayIsBack, bringBack } = await takeAway(page);
    await typeForAMinute(page, gatewayIsBack);
    await failed(page);

    const typed = WORDS.join("");
    expect(await page.locator("[data-phase]").innerText()).toBe("Not saved: The service is busy. Try again in a moment.");
    expect(await field(page, "summary").inputValue()).toBe(typed);
    expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
    expect(await page.getByRole("alert").or(page.getByRole("dialog")).count()).toBe(0);
    expect(await keptIn(page)).toContain(typed);
    expect(writes.length).toBeGreaterThan(1);
    expect(writes.length).toBeLessThanOrEqual(WORDS.length * 2); // at most one try after each pause, and one in between
    expect(await summaries("A minute away")).toEqual([null]);
    await bringBack();
    await page.clock.runFor(MINUTE_MS / 6);
    await saved(page);

    expect(await summaries("A minute away")).toEqual([typed]);
    expect(await keptIn(page)).not.toContain(typed);
    expect(site.complaints()).toEqual([]);
  });

  test("a record that is created meanwhile, with its first answer lost, is created once and with all input", async () => {
    const page = await site.openAs(ADMIN);
    await page.clock.install();
    await page.goto("/admin/content/article/new");
    await page.route("**/api/article?*", async (route) => {
      if (route.request().method() === "POST") await route.fetch(); // the record is stored, but the answer is lost
      await route.abort("connectionreset");
    });
    await field(page, "title").fill("Made once");
    await page.clock.runFor(3_000);
    await failed(page);
    await page.unroute("**/api/article?*");
    expect(await summaries("Made once")).toEqual([null]);

    const { gatewayIsBack, bringBack } = await takeAway(page);
    await field(page, "summary").focus();
    await typeForAMinute(page, gatewayIsBack);
    await failed(page);
    expect(new URL(page.url()).pathname).toBe("/admin/content/article/new");
    await bringBack();
    await page.clock.runFor(MINUTE_MS / 6);
    await page.waitForURL(/article\/[\da-f-]{36}$/);
    await saved(page);

    expect(await field(page, "summary").inputValue()).toBe(WORDS.join(""));
    await eventually(async () => JSON.stringify(await summaries("Made once")) === JSON.stringify([WORDS.join("")]) || null);
  });
});
