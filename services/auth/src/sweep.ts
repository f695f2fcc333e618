/** Removes expired rows. Cheap, limited and safe to run in several processes at once. */
import { sweepLoginRequests, sweepNotices, sweepDevices, sweepSessions, type Database } from "@colophon/database";
import { defineJob } from "@colophon/jobs";
import type { Log } from "@colophon/runtime";

const SWEEP_EVERY_MS = 10 * 60 * 1_000;

/** Deletes up to a thousand expired rows of each kind, and returns how many of each. */
export async function sweep(db: Pick<Database, "run">) {
  return {
    loginRequests: await sweepLoginRequests(db),
    sessions: await sweepSessions(db),
    devices: await sweepDevices(db),
    notices: await sweepNotices(db),
  };
}

/** Sweeps every ten minutes. */
export function sweepJob(db: Pick<Database, "run">, log: Log) {
  return defineJob({
    name: "sweep-auth",
    everyMs: SWEEP_EVERY_MS,
    async run() {
      const swept = await sweep(db);
      if (Object.values(swept).some((count) => count > 0)) log.info(swept, "swept");
    },
  });
}
