import type { Config } from "@colophon/config";
import { SYSTEM, type Database } from "@colophon/database";
import type { JobRunState } from "@colophon/model";
import type { Engine } from "@colophon/engine";
import type { Log } from "@colophon/runtime";
import { runProjectCode, type DbScope, type OpenDb } from "../hooks/project-code.ts";
import { ownCall } from "../http/calls.ts";

export type ProjectJob = Config["jobs"][number];

/** The end of a run. */
export interface RunResult {
  readonly state: Exclude<JobRunState, "running">;
  readonly error: string | null;
}

export interface RunJobDependencies {
  readonly engine: Engine;
  readonly database: Pick<Database, "actFor">;
  readonly openDb: OpenDb;
  readonly log: Log;
  readonly newId: () => string;
  /** The time for a job that was told to end. */
  readonly graceMs: number;
}

interface Ends {
  /** The process stops. */
  readonly stopping: AbortSignal;
  /** Another process may run the job. */
  readonly lost: AbortSignal;
}

const MAX_ERROR_LENGTH = 1_000;

/**
 * Runs a job's code once, and logs its failure. Code that doesn't end when it is told to can't be stopped: it goes on without its `db`, and
 * its result is ignored.
 */
export function createRunJob({ engine, database, openDb, log, newId, graceMs }: RunJobDependencies) {
  return async ({ name, timeoutSeconds, run }: ProjectJob, { stopping, lost }: Ends): Promise<RunResult> => {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1_000);
    const signal = AbortSignal.any([timeout, stopping, lost]);
    let isOver = false;
    const scope: DbScope = {
      get ended() {
        return isOver || lost.aborted;
      },
    };
    const own = log.child({ job: name });
    const requestId = newId();
    const db = openDb(ownCall({ engine, requestId }), scope);
    const code = () => runProjectCode(`job ${name}`, async () => void (await run({ db, log: own, signal })));
    const work = database.actFor({ ...SYSTEM, requestId }, code).then(
      () => null,
      (thrown: unknown) => ({ thrown }),
    );
    const failure = await Promise.race([work, overdue(signal, graceMs)]);
    isOver = true;
    if (timeout.aborted) {
      own.error({ err: causeOf(failure) }, "a job took too long");
      return { state: "timeout", error: `It took more than ${timeoutSeconds} s` };
    }
    if (failure === null) return { state: "done", error: null };
    const error = messageOf(causeOf(failure));
    if (signal.aborted) {
      own.warn({ err: causeOf(failure) }, "a job was interrupted");
      return { state: "interrupted", error };
    }
    own.error({ err: causeOf(failure) }, "a job failed");
    return { state: "failed", error };
  };
}

const STILL_RUNNING = "still running";

/** Resolves if the work hasn't ended some time after it was told to. */
function overdue(signal: AbortSignal, graceMs: number): Promise<typeof STILL_RUNNING> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => setTimeout(resolve, graceMs, STILL_RUNNING).unref(), { once: true });
  });
}

function causeOf(failure: { readonly thrown: unknown } | typeof STILL_RUNNING | null): unknown {
  if (failure === null) return undefined;
  return failure === STILL_RUNNING ? new Error("It went on after its signal had aborted") : failure.thrown;
}

/** As PostgreSQL can store it. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll("\0", "").slice(0, MAX_ERROR_LENGTH).toWellFormed();
}
