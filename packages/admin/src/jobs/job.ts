import type { Job } from "@colophon/api";

/** When a job runs, as it stands in the configuration. */
export function timesOf({ every, cron }: Pick<Job, "every" | "cron">): string {
  return every ?? cron ?? "";
}
