import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { runSql } from "../bench/site.ts";
import { FILL_OTHERS, fillArticles } from "../bench/requests/workloads.ts";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";

const ROWS = 100_000;
const ON_A_PAGE = 25;
const PAGES = 8;
const LIST = "/admin/content/article?sort=-date";

describeInBrowser("a list of 100,000 records", () => {
  const site = useAdminSite(join(import.meta.dirname, "figures/figures.config.ts"));

  beforeAll(() => runSql(site.stack.databaseUrl, [...FILL_OTHERS, ...fillArticles(1, ROWS)]));

  /** The titles of a page; the newest article has the highest number. */
  const expected = (from: number) => Array.from({ length: ON_A_PAGE }, (_, at) => `Article ${ROWS - from - at}`);
  const titles = (page: Page) => page.locator("tbody tr td:nth-child(2)").allInnerTexts();
  const shows = (page: Page, from: number) =>
    eventually(async () => (await titles(page)).join() === expected(from).join() || null, { what: `the list shows rows from ${from} on` });

  /** Opens an address of the list. @returns the page, and the addresses of the API that it has requested so far. */
  async function open(address: string): Promise<{ readonly page: Page; readonly asked: ReadonlySet<string> }> {
    const page = await site.openAs(ADMIN);
    const asked = new Set<string>();
    page.on("request", (request) => void (request.url().includes("/api/") && asked.add(request.url())));
    await page.goto(address);
    return { page, asked };
  }

  /**
   * Opens further pages after the page that begins with this row, and adds a record before each: the list may then request its page again.
   * @returns the paths of the addresses that were requested for the first time, by page
   */
  async function readOn({ page, asked }: Awaited<ReturnType<typeof open>>, from: number): Promise<readonly (readonly string[])[]> {
    await shows(page, from);
    const requests: string[][] = [];
    for (let number = 1; number < PAGES; number++) {
      const before = new Set(asked);
      await site.stack.admin.post("/api/article", { title: `Later ${from} ${number}`, date: "2900-01-01" });
      await page.getByRole("button", { name: "Next" }).click();
      await shows(page, from + number * ON_A_PAGE);
      requests.push([...asked].filter((address) => !before.has(address)).map((address) => new URL(address).pathname));
    }
    return requests;
  }

  test("continues where the previous page ended, even if records were added, with one request per page, near the start and far into the list", async () => {
    const atBegin = await readOn(await open(LIST), 0);
    const inside = await readOn(await open(`${LIST}&cursor=${encodeURIComponent(await cursorAfter(ROWS / 2))}`), ROWS / 2);

    expect(atBegin).toEqual(Array.from({ length: PAGES - 1 }, () => ["/api/article"]));
    expect(inside).toEqual(atBegin);
  });

  /** The cursor of the page after this number of articles. */
  async function cursorAfter(rows: number): Promise<string> {
    const last = ROWS - rows + 1;
    const date = new Date(Date.UTC(2000, 0, 1 + last)).toISOString().slice(0, 10);
    const query = `draft=true&sort=-date&fields=title&count=false&limit=1&cursor=&filter[date][$lte]=${date}`;
    const { body } = await site.stack.admin.get(`/api/article?${query}`);
    expect(body.data[0].title).toBe(`Article ${last}`);
    return body.meta.nextCursor;
  }
});
