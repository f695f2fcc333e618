import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { noteElement, noteRenderedFields } from "./support/count-renders.ts";
import { field, saved } from "./support/record-form.ts";
import { essayOf } from "./figures/essay.ts";
import { tabs } from "./figures/list-figures.ts";

const RECORD = /^\/api\/article\/[^/]+$/;
const PLACEHOLDER = '[aria-label="Loading…"]';

/** For a page that is not loaded yet: its clock stands still, so that on a busy machine nothing it has requested early gets too old. */
const stopClock = (page: Page) => page.addInitScript("performance.now = () => 0");

describeInBrowser("what the page does no more often than it must", () => {
  const site = useAdminSite(join(import.meta.dirname, "figures/figures.config.ts"));

  test("a list is requested before the page's script is loaded, and the page uses that answer", async () => {
    await site.stack.admin.post("/api/article", { title: "The first", status: "live" });
    const page = await site.openAs(ADMIN);
    await stopClock(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const isListAsked = () => asked.includes("/api/article");
    let held = 0;
    await page.route(/\/admin\/assets\/page-[^/]*\.js$/, async (route) => {
      held++;
      await eventually(isListAsked, { what: "the list is asked for" });
      await route.continue();
    });

    await page.goto("/admin/content/article?sort=-date&filter%5Bstatus%5D%5B%24in%5D=live");
    await page.getByRole("link", { name: "The first" }).waitFor();
    await page.waitForLoadState("networkidle");

    expect(held).toBe(1);
    expect(asked.filter((path) => path.startsWith("/api/"))).toEqual(["/api/admin/config", "/api/article"]);
  });

  test("at the next visit, a list is requested together with the configuration", async () => {
    const { page, asked, first } = await visitedList();
    await page.route("**/api/admin/config", async (route) => {
      await eventually(() => asked.includes("/api/article"), { what: "the list is asked for" });
      await route.continue();
    });

    await page.reload();
    await first.waitFor();
    await page.waitForLoadState("networkidle");

    expect(asked).toEqual(["/api/admin/config", "/api/article"]);
  });

  test("a list is requested again if the request of the last visit is not its request any more", async () => {
    const { page, asked, first } = await visitedList();
    await page.evaluate(() => {
      const requests = JSON.parse(localStorage.getItem("colophon.requests") ?? "[]") as [string, string][];
      localStorage.setItem(
        "colophon.requests",
        JSON.stringify(requests.map(([path, request]) => [path, request.replace("limit=", "limit=1")])),
      );
    });

    await page.reload();
    await first.waitFor();
    await page.waitForLoadState("networkidle");

    expect(asked).toEqual(["/api/admin/config", "/api/article", "/api/article"]);
  });

  test("a record is requested once, by the press on its row, and its form is rendered without a placeholder", async () => {
    const { page, asked, first } = await visitedList();
    let isAnswered = false;
    page.on("requestfinished", (request) => (isAnswered ||= RECORD.test(new URL(request.url()).pathname)));
    await page.route(/\/admin\/assets\/record-[^/]*\.js$/, async (route) => {
      await eventually(() => isAnswered, { what: "the record has arrived" });
      await route.continue();
    });
    const wasRendered = await noteElement(page, PLACEHOLDER);

    await first.click();
    await field(page, "title").waitFor();
    await saved(page);

    expect(asked.filter((path) => RECORD.test(path))).toHaveLength(1);
    expect(await wasRendered()).toBe(false);
  });

  test("a key in a form of 200 fields renders only its own field, and so does the save after it", async () => {
    const { id } = (await site.stack.admin.post("/api/wide?draft=true", { title: "Wide" })).data;
    const page = await site.openAs(ADMIN);
    const renderedFields = await noteRenderedFields(page);
    await page.goto(`/admin/content/wide/${id}`);
    await field(page, "text100").focus();
    await saved(page);
    const atFirst = await renderedFields();

    await page.keyboard.type("ab");
    await eventually(async () => (await site.stack.admin.get(`/api/wide/${id}?draft=true`)).data.text100 === "ab", {
      what: "what was typed is stored",
    });
    await saved(page);

    expect(atFirst).toHaveLength(200);
    expect(await renderedFields()).toEqual(["text100"]);
  });

  test("in a text of 20,000 words, a key and the save after it render none of the form's fields", async () => {
    const { id } = (await site.stack.admin.post("/api/essay?draft=true", { title: "Long", body: essayOf(20_000) })).data;
    const stored = async () => JSON.stringify((await site.stack.admin.get(`/api/essay/${id}?draft=true`)).data.body);
    const page = await site.openAs(ADMIN);
    const renderedFields = await noteRenderedFields(page);
    await page.goto(`/admin/content/essay/${id}`);
    await page.getByRole("textbox", { name: "Body" }).focus();
    await saved(page);
    await page.keyboard.type("x"); // shows at once that the form is changed
    await page.locator('[data-phase="changed"]').waitFor();
    await renderedFields();

    await page.keyboard.type("yz");
    await eventually(async () => (await stored()).includes("xyzleek"), { what: "what was typed is stored" });
    await saved(page);

    expect(await renderedFields()).toEqual([]);
  });

  test("from the top of a list, Create is two Tabs away, and then the title has the focus", async () => {
    const page = await site.openAs(ADMIN);

    expect(await tabs(page.context())).toEqual({ toCreate: 2, toTitle: 0 });
  });

  /** A page whose list was loaded once, the paths of the API that it requests from now on, and the list's first link. */
  async function visitedList() {
    await site.stack.admin.post("/api/article", { title: "Known", status: "live" });
    const page = await site.openAs(ADMIN);
    await stopClock(page);
    await page.goto("/admin/content/article?sort=-date");
    const first = page.locator("tbody tr a[href]").first();
    await first.waitFor();
    await page.waitForLoadState("networkidle");
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(pathname);
    });
    return { page, asked, first };
  }
});
