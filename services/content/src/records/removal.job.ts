import { createRemovals, type Database, type Removals } from "@colophon/database";
import type { Schema } from "@colophon/engine";
import { defineJob } from "@colophon/jobs";
import type { Metrics } from "@colophon/runtime";
import { Counter, Gauge, type Registry } from "prom-client";

const POLL_EVERY_MS = 1_000;
/** The time without a pause; in the pause others have the database to themselves. */
const AT_ONCE_MS = 500;

export interface RemovalJobDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly metrics?: Metrics | undefined;
}

/** Removes records with many references in the background, after the answers to their deletion. */
export function removalJob({ schema, database, metrics }: RemovalJobDependencies) {
  const removals = createRemovals({ schema, database, onCleared: metrics && countCleared(metrics.registry) });
  if (metrics) showRemovals(metrics.registry, removals.left);
  async function run(signal: AbortSignal): Promise<boolean> {
    const endsAt = performance.now() + AT_ONCE_MS;
    while (await removals.next()) if (signal.aborted || performance.now() > endsAt) return true;
    return false;
  }

  return defineJob({ name: "remove-records", everyMs: POLL_EVERY_MS, run });
}

/** Counts references that were cleared because of a deletion, by the entity that they referred to. */
function countCleared(registry: Registry): (entity: string, references: number) => void {
  const cleared = new Counter({
    name: "removal_cleared_references_total",
    help: "References that were cleared in the background, by the entity of the deleted record.",
    labelNames: ["entity"],
    registers: [registry],
  });
  return (entity, references) => cleared.inc({ entity }, references);
}

/** Exposes the number of deleted records that are still to be removed; omitted if it can't be measured. */
function showRemovals(registry: Registry, left: Removals["left"]): void {
  const gauge: Gauge = new Gauge({
    name: "removal_records",
    help: "Deleted records, gone for readers, whose references are still to be cleared, by entity.",
    labelNames: ["entity"],
    registers: [registry],
    async collect() {
      const found = await left().catch(() => []);
      gauge.reset();
      for (const { entity, records } of found) gauge.set({ entity }, records);
    },
  });
}
