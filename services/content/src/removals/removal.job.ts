import { createRemovals, type Database } from "@colophon/database";
import type { Schema } from "@colophon/engine";
import { defineJob } from "@colophon/jobs";
import type { Metrics } from "@colophon/runtime";
import { countCleared, showRemovals } from "./removal-metrics.ts";

const LOOK_EVERY_MS = 1_000;
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

  return defineJob({ name: "remove-records", everyMs: LOOK_EVERY_MS, run });
}
