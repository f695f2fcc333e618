export type RunState = "running" | "done" | "failed" | "timeout" | "interrupted";

/** One run of a job. */
export interface Run {
  readonly id: string;
  /** The time at which the job was due. */
  readonly dueAt: string;
  readonly startedAt: string;
  readonly state: RunState;
  readonly error: string | null;
  /** Null while it runs. */
  readonly durationMs: number | null;
}

/** A job of the site's configuration. */
export interface Job {
  readonly name: string;
  /** One of them is null. */
  readonly every: string | null;
  readonly cron: string | null;
  readonly nextAt: string | null;
  readonly running: boolean;
  /** In a row. */
  readonly failures: number;
  /** The newest first. */
  readonly runs: readonly Run[];
  readonly failed: readonly Run[];
}

/** When a job runs, as it stands in the configuration. */
export function timesOf({ every, cron }: Pick<Job, "every" | "cron">): string {
  return every ?? cron ?? "";
}
