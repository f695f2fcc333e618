import { setTimeout as sleep } from "node:timers/promises";
import { makeKey, runSql, startSite } from "../site.ts";
import type { Measurement, Suite, SuiteOptions } from "../suite.ts";
import { askWith, timesOf, timesRow } from "./ask.ts";
import type { Ask, Timed, Times } from "./ask.ts";
import { measureChanges } from "./changes.ts";
import { fillPosts } from "./fill.ts";
import { GOALS, LISTS, SEARCHES } from "./goals.ts";

const WARM_UP = 8; // PostgreSQL may switch to a generic plan after five executions
const TIMES = 40;

async function inTurn(times: number, work: (at: number) => Promise<Timed>): Promise<Times> {
  const answers: Timed[] = [];
  for (let at = 0; at < WARM_UP + times; at++) answers.push(await work(at));
  return timesOf(answers.slice(WARM_UP));
}

/** One caller at a time, through the gateway. */
export const rows: Suite = {
  name: "rows",
  shows: "single requests, and changes of the configuration, with many records (a million by default: a quarter of an hour)",
  isExtra: true,
  run: measureRows,
};

async function* measureRows({ rows: count, seconds, processes }: SuiteOptions): AsyncGenerator<Measurement> {
  const { stack, stop } = await startSite("rows/rows.config.ts", { PROCESSES: processes });
  const { url, databaseUrl } = stack;
  try {
    await runSql(databaseUrl, fillPosts(count));
    const ask = askWith(url, await makeKey(databaseUrl, "admin"));
    const asReader = askWith(url, await makeKey(databaseUrl, "reader"));
    const some = `select id from content.post order by created_at limit ${WARM_UP + TIMES}`;
    const ids = (await runSql<{ id: string }>(databaseUrl, [some])).map(({ id }) => id);
    yield* measureReads(ask, asReader);
    yield* measureTotals(ask, asReader, ids[0] ?? "");
    const write = (name: string, work: (id: string) => Promise<Timed>) =>
      inTurn(TIMES, (at) => work(ids[at] ?? "")).then((times) => timesRow(name, times, GOALS.draftMs));
    yield write("draft save", (id) => ask(`post/${id}?draft=true`, "PUT", { title: `Draft of ${id}` }));
    yield write("publish", (id) => ask(`post/${id}/publish`, "POST"));
    const beside = await besideWrites(ask, ids[0] ?? "", seconds);
    yield timesRow("newest first beside one write a second", beside, GOALS.besideWritesMs, "p99Ms");
    yield* measureChanges(databaseUrl, ask, ids[1] ?? "");
  } finally {
    await stop();
  }
}

async function* measureReads(ask: Ask, asReader: Ask): AsyncGenerator<Measurement> {
  for (const [name, { path, role }] of Object.entries(LISTS)) {
    const by = role ? asReader : ask;
    yield timesRow(`list, ${name}`, await inTurn(TIMES, () => by(`post?count=false&${path}`)), GOALS.listMs);
  }
  for (const [name, { path, role }] of Object.entries(SEARCHES)) {
    const by = role ? asReader : ask;
    yield timesRow(`search, ${name}`, await inTurn(TIMES, () => by(`search?q=${path}`)), GOALS.searchMs);
  }
}

async function* measureTotals(ask: Ask, asReader: Ask, id: string): AsyncGenerator<Measurement> {
  for (const [who, by] of [
    ["", ask],
    [", by a role with a filter", asReader],
  ] as const) {
    await by("post?count=exact");
    yield timesRow(`list with a remembered total${who}`, await inTurn(TIMES, () => by("post")), GOALS.listMs);
    const recount = async (at: number) => {
      await ask(`post/${id}`, "PUT", { note: `Changed ${at}` });
      return by("post?count=exact");
    };
    yield timesRow(`list with a recount${who}`, await inTurn(TIMES / 2, recount), GOALS.recountMs);
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
