/** Measures the admin page in Chromium on the real stack, with a list of 10,000 articles, and prints each figure next to its limit. */
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { runSql } from "../../bench/site.ts";
import { FILL_OTHERS, fillArticles } from "../../bench/requests/workloads.ts";
import { ADMIN, startTestStack } from "../../support/stack/stack.ts";
import { startChromium, startProfile } from "../../support/chromium.ts";
import { signInBrowser } from "../support/sign-in-browser.ts";
import { essayOf, markdownEssayOf } from "./essay.ts";
import { clickMs, openList, tabs, type Opened } from "./list-figures.ts";
import { typeInto, type Typed } from "./typing.ts";

const ARTICLES = 10_000;
const TIMES = 3;
const WORDS = 20_000;
const ESSAYS = [
  ["essay", "a document", essayOf(WORDS)],
  ["markdownEssay", "Markdown", markdownEssayOf(WORDS)],
  ["blocksEssay", "blocks", essayOf(WORDS)],
] as const;
const PRODUCTION = { NODE_ENV: "production", CMS_SECRET: "only for this measurement" };

const stack = await startTestStack({ configFile: join(import.meta.dirname, "figures.config.ts"), variables: PRODUCTION });
const CONTEXT = { baseURL: stack.url, locale: "en-GB", viewport: { width: 1_280, height: 800 } };
const browser = await startChromium();
try {
  await runSql(stack.databaseUrl, [...FILL_OTHERS, ...fillArticles(1, ARTICLES)]);
  const article = (await stack.admin.get("/api/article?limit=1")).data[0].id;
  const wide = (await stack.admin.post("/api/wide?draft=true", { title: "Wide" })).data.id;
  const load = loadavg()[0]?.toFixed(1);
  console.log(`Chromium ${browser.version()}, Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model}, load ${load}`);
  console.log(`${ARTICLES.toLocaleString("en")} articles, gateway and services on this machine; medians of ${TIMES}\n`);
  await printList();
  const context = await signedIn();
  printFigure("click on a row → title editable, ms", median(await inTurn(() => clickMs(context))), 150);
  await printTyping("key → paint", () => typeInto(context, `/admin/content/article/${article}`, "title"));
  await printTyping("key → paint in a form of 200 fields", () => typeInto(context, `/admin/content/wide/${wide}`, "text100"));
  for (const [entity, what, body] of ESSAYS) {
    const { id } = (await stack.admin.post(`/api/${entity}?draft=true`, { title: "Long", body })).data;
    const name = `key → paint in ${what} of ${WORDS.toLocaleString("en")} words`;
    await printTyping(name, () => typeInto(context, `/admin/content/${entity}/${id}`, "body"));
  }
  const pressed = await tabs(context);
  printFigure("tabs to Create", pressed.toCreate, 2);
  printFigure("tabs from there to the title", pressed.toTitle, 0);
} finally {
  await browser.close();
  await stack.stop();
}

/** The figures of opening the list are printed for cold caches, warm caches, and cold caches on a slow connection. */
async function printList(): Promise<void> {
  const cold = await inTurn(() => alone((context) => openList(context)));
  const slow = await inTurn(() => alone((context) => openList(context, { isSlow: true })));
  const warm = await openAgain();
  const of = (opened: typeof cold, name: keyof (typeof cold)[number]) => median(opened.map((item) => item[name]));
  printFigure("JavaScript of the first list, gzip, KiB", of(cold, "scriptKib"), 250);
  printFigure("first row, cold cache, ms", of(cold, "firstRowMs"), 500);
  printFigure("  usable, ms", of(cold, "usableMs"), 500);
  printFigure("first row, warm cache, ms", of(warm, "firstRowMs"), 200);
  printFigure("  usable, ms", of(warm, "usableMs"), 200);
  printFigure("first row, 10 Mbit/s and 40 ms, ms", of(slow, "firstRowMs"), 900);
  printFigure("requests for the list", of(cold, "requests"), 12);
  printFigure("  of them to the API", of(cold, "apiRequests"), 2);
  printFigure("heap after the list, MiB", of(cold, "heapMib"), 12);
}

/** Opens the list in a browser that has opened it before: after the second visit Chromium has stored the compiled scripts. */
async function openAgain(): Promise<readonly Opened[]> {
  const context = await startProfile(CONTEXT);
  await signInBrowser(context, stack, ADMIN);
  await openList(context);
  await openList(context);
  const opened = await inTurn(() => openList(context));
  await context.close();
  return opened;
}

async function printTyping(name: string, type: () => Promise<Typed>): Promise<void> {
  const typed = await inTurn(type);
  printFigure(`${name}, p50, ms`, median(typed.map(({ p50 }) => p50)), 12);
  printFigure(`${name}, p99, ms`, median(typed.map(({ p99 }) => p99)), 21);
}

function printFigure(name: string, figure: number, goal: number): void {
  const shown = Number.isInteger(figure) ? String(figure) : figure.toFixed(1);
  console.log(`${figure <= goal ? "ok    " : "MISSED"} ${name.padEnd(52)} ${shown.padStart(8)}  goal ${goal}`);
}

async function signedIn(): Promise<BrowserContext> {
  const context = await browser.newContext(CONTEXT);
  await signInBrowser(context, stack, ADMIN);
  return context;
}

/** In a separate browser context, with empty caches. */
async function alone<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await signedIn();
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let at = 0; at < TIMES; at++) results.push(await work());
  return results;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;
}
