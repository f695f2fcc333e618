import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { field, saved } from "./support/record-form.ts";

const MINUTE_MS = 60_000;
/** What is typed in the minute, with a pause after each. */
const WORDS = Array.from({ length: 10 }, (_, at) => `word ${at + 1}. `);
const BUSY = { status: 503, json: { error: { code: "SERVICE_UNAVAILABLE", message: "Busy" } } };

describeInBrowser("an API that is gone for a minute", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  /** Nothing of the API is reached: at first nobody listens, then the gateway alone is back. @returns how often something was sent to be stored, and what brings it back */
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
  /** Types for a minute of the page's own clock. */
  async function typeForAMinute(page: Page, half: () => void): Promise<void> {
    for (const [at, word] of WORDS.entries()) {
      if (at === WORDS.length / 2) half();
      await page.keyboard.type(word);
      await page.clock.runFor(MINUTE_MS / WORDS.length);
    }
  }
  const failed = (page: Page) => page.locator('[data-phase="failed"]').waitFor();
  const keptIn = (page: Page) => page.evaluate<string>("JSON.stringify({ ...localStorage })");
  const summaries = async (title: string) =>
    (await site.stack.admin.get(`/api/article?draft=true&filter[title]=${encodeURIComponent(title)}`)).data.map(
      ({ summary }: { summary: string }) => summary,
    );

  test("keeps nobody from typing; the page says so in its line of state alone, and saves everything when it is back", async () => {
    const { id } = (await site.stack.admin.post("/api/article?draft=true", { title: "A minute away" })).data;
    const page = await site.openAs(ADMIN);
    await page.clock.install();
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "summary").focus();

    const { writes, gatewayIsBack, bringBack } = await takeAway(page);
    await typeForAMinute(page, gatewayIsBack);
    await failed(page);

    const typed = WORDS.join("");
    expect(await page.locator("[data-phase]").innerText()).toBe("Not saved: The service is busy just now. Try again shortly.");
    expect(await field(page, "summary").inputValue()).toBe(typed);
    expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
    expect(await page.getByRole("alert").or(page.getByRole("dialog")).count()).toBe(0);
    expect(await keptIn(page)).toContain(typed);
    expect(writes.length).toBeGreaterThan(1);
    expect(writes.length).toBeLessThanOrEqual(WORDS.length * 2); // not more than one try after each pause, and one in between
    expect(await summaries("A minute away")).toEqual([null]);
    await bringBack();
    await page.clock.runFor(MINUTE_MS / 6);
    await saved(page);

    expect(await summaries("A minute away")).toEqual([typed]);
    expect(await keptIn(page)).not.toContain(typed);
    expect(site.complaints()).toEqual([]);
  });

  test("a record that is being made meanwhile, and whose first answer was lost, is made once and with all that was typed", async () => {
    const page = await site.openAs(ADMIN);
    await page.clock.install();
    await page.goto("/admin/content/article/new");
    await page.route("**/api/article?*", async (route) => {
      if (route.request().method() === "POST") await route.fetch(); // it is stored, and nobody is told
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
