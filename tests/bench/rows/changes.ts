import { setTimeout as sleep } from "node:timers/promises";
import { validateConfig } from "@colophon/config";
import { applySchema, createDatabase, PATIENT_LIMITS } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { printGoal, timesOf } from "./ask.ts";
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

/** Prints the effect of each configuration change on callers. */
export async function benchChanges(databaseUrl: string, ask: Ask, id: string): Promise<void> {
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
    const seconds = (performance.now() - startedAt) / 1_000;
    const { reads, writes } = await stop();
    const { failed } = timesOf(writes);
    const ofWrites = `, ${writes.length} writes${failed > 0 ? `, FAILED: ${failed}` : ""}`;
    printGoal(`${name}, ${seconds.toFixed(1)} s, ${reads.length} reads${ofWrites}`, timesOf(reads), GOALS.duringChangesMs, 1);
  }
}
