import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { makeKey, runSql } from "../site.ts";
import { askWith, printGoal, timesOf } from "./ask.ts";
import type { Ask, Timed, Times } from "./ask.ts";
import { benchChanges } from "./changes.ts";
import { fillPosts } from "./fill.ts";
import { GOALS, LISTS, SEARCHES } from "./goals.ts";

interface RowsBench {
  readonly url: string;
  readonly databaseUrl: string;
  readonly rows: number;
  readonly seconds: number;
}

const WARM_UP = 8; // PostgreSQL may switch to a generic plan after five executions
const TIMES = 40;

async function inTurn(times: number, work: (at: number) => Promise<Timed>): Promise<Times> {
  const answers: Timed[] = [];
  for (let at = 0; at < WARM_UP + times; at++) answers.push(await work(at));
  return timesOf(answers.slice(WARM_UP));
}

/** Prints the goals for a site with many records, and the measured medians, with one caller at a time. */
export async function benchRows({ url, databaseUrl, rows, seconds }: RowsBench): Promise<void> {
  if (!Number.isSafeInteger(rows) || rows < 1_000) throw new Error("--rows takes a number of at least 1000");
  console.log(`Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model}, PostgreSQL 17 embedded (fsync on)`);
  const startedAt = performance.now();
  await runSql(databaseUrl, fillPosts(rows));
  const filled = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${rows.toLocaleString("en")} posts of 300 bytes with drafts and search, filled in ${filled} s`);
  console.log(
    `One caller, ${TIMES} times after ${WARM_UP} of warm-up, through the gateway; a goal is for the middle of the times unless it says otherwise\n`,
  );
  const ask = askWith(url, await makeKey(databaseUrl, "admin"));
  const asReader = askWith(url, await makeKey(databaseUrl, "reader"));
  const ids = await runSql<{ id: string }>(databaseUrl, [`select id from content.post order by created_at limit ${WARM_UP + TIMES}`]);
  const idAt = (at: number): string => ids[at]?.id ?? "";

  for (const [name, { path, role }] of Object.entries(LISTS)) {
    const by = role ? asReader : ask;
    printGoal(`list, ${name}`, await inTurn(TIMES, () => by(`post?count=false&${path}`)), GOALS.listMs);
  }
  await benchTotals(ask, asReader, idAt(0));
  printGoal("draft save", await inTurn(TIMES, (at) => ask(`post/${idAt(at)}?draft=true`, "PUT", { title: `Draft ${at}` })), GOALS.draftMs);
  printGoal("publish", await inTurn(TIMES, (at) => ask(`post/${idAt(at)}/publish`, "POST")), GOALS.draftMs);
  for (const [name, { path, role }] of Object.entries(SEARCHES)) {
    const by = role ? asReader : ask;
    printGoal(`search, ${name}`, await inTurn(TIMES, () => by(`search?q=${path}`)), GOALS.searchMs);
  }
  printGoal("newest first beside one write a second, p99", await besideWrites(ask, idAt(0), seconds), GOALS.besideWritesMs, 0.99);
  await benchChanges(databaseUrl, ask, idAt(1));
}

async function benchTotals(ask: Ask, asReader: Ask, id: string): Promise<void> {
  for (const [who, by] of [
    ["", ask],
    [", by a role with a filter", asReader],
  ] as const) {
    await by("post?count=exact");
    printGoal(`list with a remembered total${who}`, await inTurn(TIMES, () => by("post")), GOALS.listMs);
    const recount = async (at: number) => {
      await ask(`post/${id}`, "PUT", { note: `Changed ${at}` });
      return by("post?count=exact");
    };
    printGoal(`list with a recount${who}`, await inTurn(TIMES / 2, recount), GOALS.recountMs);
  }
}

async function besideWrites(ask: Ask, id: string, seconds: number): Promise<Times> {
  const end = performance.now() + Math.max(10, seconds) * 1_000;
  const answers: Timed[] = [];
  const read = async () => {
    while (performance.now() < end) answers.push(await ask("post"));
  };
  const write = async () => {
    for (; performance.now() < end; await sleep(1_000)) await ask(`post/${id}`, "PUT", { note: `At ${end}` });
  };
  await Promise.all([read(), write()]);
  return timesOf(answers);
}
