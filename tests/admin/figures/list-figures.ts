import type { BrowserContext, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { NOTE_FIRST_ROW, noteEditable } from "./page-scripts.ts";

const MIB = 1024 ** 2;
const KIB = 1024;
const LIST = "/admin/content/article";
const SLOW_LINE = { offline: false, latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 };

/** The cost of opening the list. */
export interface Opened {
  readonly firstRowMs: number;
  readonly usableMs: number;
  readonly requests: number;
  readonly apiRequests: number;
  /** Scripts and the document, which contains the first ones, compressed with gzip. */
  readonly scriptKib: number;
  readonly heapMib: number;
}

/** Opens the list in a new page. */
export async function openList(context: BrowserContext, { isSlow = false } = {}): Promise<Opened> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  if (isSlow) {
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", SLOW_LINE);
  }
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.addInitScript(NOTE_FIRST_ROW);
  await page.goto(LIST);
  const noted = await eventually(() => page.evaluate<{ firstRow: number; usable?: number }>("noted"), {
    what: "the first row is painted",
    accepts: ({ usable }) => usable !== undefined,
  });
  await page.waitForLoadState("networkidle");
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  await page.close();
  const sent = addresses.filter((address) => address.startsWith("http"));
  return {
    firstRowMs: noted.firstRow,
    usableMs: noted.usable ?? Infinity,
    requests: sent.length,
    apiRequests: sent.filter((address) => new URL(address).pathname.startsWith("/api/")).length,
    scriptKib: await gzippedKib(
      context,
      sent.filter((address) => address.endsWith(".js") || address.endsWith(LIST)),
    ),
    heapMib: usedSize / MIB,
  };
}

async function gzippedKib({ request }: BrowserContext, addresses: readonly string[]): Promise<number> {
  const answers = await Promise.all(addresses.map((address) => request.head(address, { headers: { "accept-encoding": "gzip" } })));
  return answers.reduce((sum, answer) => sum + Number(answer.headers()["content-length"]), 0) / KIB;
}

/** The time from a click on a row until the title of its record can be edited, in a new page. */
export async function clickMs(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.goto(LIST);
  const link = page.locator("tbody tr a[href]").first();
  await link.waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(noteEditable("title"));
  await link.click();
  const { editable } = await eventually(() => page.evaluate<{ editable?: number }>("noted"), {
    what: "the title can be typed into",
    accepts: (noted) => noted.editable !== undefined,
  });
  await page.close();
  return editable ?? Infinity;
}

/** How often Tab is pressed from the top of the list to Create, with the skip link, and from there to the title of a new record. */
export async function tabs(context: BrowserContext): Promise<{ readonly toCreate: number; readonly toTitle: number }> {
  const page = await context.newPage();
  await page.goto(LIST);
  await page.locator("tbody tr a[href]").first().waitFor();
  const isCreate = `document.activeElement.textContent === "Create"`;
  const toCreate = await tabUntil(page, isCreate, async () => {
    if (await page.evaluate(`document.activeElement.matches(".skip-link")`)) await page.keyboard.press("Enter");
  });
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^New/ }).waitFor();
  const toTitle = await tabUntil(page, `document.activeElement.closest("[data-field]")?.dataset.field === "title"`);
  await page.close();
  return { toCreate, toTitle };
}

const MOST_TABS = 60;

async function tabUntil(page: Page, isThere: string, after: () => Promise<void> = async () => undefined): Promise<number> {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await page.evaluate<boolean>(isThere)) return presses;
    await page.keyboard.press("Tab");
    await after();
  }
  return Infinity;
}
