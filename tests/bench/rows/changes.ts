import { setTimeout as sleep } from "node:timers/promises";
import { validateConfig } from "@colophon/config";
import { applySchema, createDatabase, PATIENT_LIMITS } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { figureOf } from "../results/quantities.ts";
import { timesOf, timesRow } from "./ask.ts";
import type { Measurement } from "../suite.ts";
import type { Ask, Timed } from "./ask.ts";
import { GOALS } from "./goals.ts";
import { CHANGES } from "./rows.config.ts";

/** Reads lists and a record continuously, and writes once per second. @returns a function that stops it and returns the answers to reads and writes */
function traffic(ask: Ask, id: string): () => Promise<{ readonly reads: readonly Timed[]; readonly writes: readonly Timed[] }> {
  const stop = new AbortController();
  const [reads, writes]: [Timed[], Timed[]] = [[], []];
  const read = async () => {
    while (!stop.signal.aborted) reads.push(await ask("post?count=false"), await ask(`post/${id}`));
  };
  const write = async () => {
    for (; !stop.signal.aborted; await sleep(1_000, undefined, { signal: stop.signal }).catch(() => undefined))
      writes.push(await ask(`post/${id}`, "PUT", { title: `At ${Date.now()}` }));
  };
  const both = Promise.all([read(), write()]);
  return async () => {
    stop.abort();
    await both;
    return { reads, writes };
  };
}

/** The duration of each change of the configuration, and its effect on callers. */
export async function* measureChanges(databaseUrl: string, ask: Ask, id: string): AsyncGenerator<Measurement> {
  for (const [name, config] of Object.entries(CHANGES)) {
    const checked = validateConfig(config);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const database = createDatabase({ url: databaseUrl, ...PATIENT_LIMITS });
    const stop = traffic(ask, id);
    const startedAt = performance.now();
    try {
      await applySchema(database, compileSchema(checked.config), { tableChanges });
    } finally {
      await database.close();
    }
    const tookMs = performance.now() - startedAt;
    const { reads, writes } = await stop();
    const row = timesRow(`${name}: reads meanwhile`, timesOf(reads), GOALS.duringChangesMs, "slowestMs");
    yield { ...row, figures: { ...row.figures, milliseconds: figureOf([tookMs]) }, failed: timesOf([...reads, ...writes]).failed };
  }
}
