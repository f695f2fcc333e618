import { createJobTable, type Database, type StoredJobRun } from "@colophon/database";
import type { Schema } from "@colophon/engine";

export interface JobsDependencies {
  readonly schema: Schema;
  readonly database: Pick<Database, "run" | "one" | "transaction">;
}

export type Jobs = ReturnType<typeof createJobs>;

/** So many runs of each job are shown, and so many failed ones. */
const SHOWN = 20;

/** What admins see of the project's jobs. */
export function createJobs({ schema, database }: JobsDependencies) {
  const table = createJobTable(database);
  return {
    async list() {
      const [stored, runs] = await Promise.all([table.all(), table.runs(SHOWN)]);
      const own = Map.groupBy(runs, ({ job }) => job);
      return schema.config.jobs.map(({ name, every = null, cron = null, timeoutSeconds }) => {
        const all = own.get(name) ?? [];
        const ended = all.filter(({ state }) => state !== "running");
        const lastDone = ended.findIndex(({ state }) => state === "done");
        return {
          name,
          every,
          cron,
          timeoutSeconds,
          nextAt: stored.find((job) => job.name === name)?.nextAt ?? null,
          running: ended.length < all.length,
          failures: lastDone < 0 ? ended.length : lastDone,
          runs: all.slice(0, SHOWN).map(shown),
          failed: ended
            .filter(({ state }) => state !== "done")
            .slice(0, SHOWN)
            .map(shown),
        };
      });
    },
  };
}

function shown({ id, tick, beganAt, endedAt, durationMs, state, error }: StoredJobRun) {
  return { id, dueAt: tick, startedAt: beganAt, endedAt, durationMs, state, error };
}
