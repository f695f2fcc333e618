import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@colophon/database";
import { inTime } from "@colophon/runtime/time-limit";
import { retryDelayMs, type PeriodicJob } from "./job.ts";

/** If there is more work than one run takes; another process may be working on it. */
const AGAIN_MS = 50;
/** The time between two runs varies by this share, so that replicas don't run at the same moment. */
const JITTER = 0.1;
const SAY_AGAIN_MS = 10 * 60_000;
const CLOSE_MS = 10_000;

/** Runs a job periodically until it is closed. A failure is logged, at most every ten minutes, and retried. */
export function startPeriodic(job: PeriodicJob, log: Log) {
  const stop = new AbortController();
  let failures = 0;
  let saidAt = -Infinity;

  function noteFailure(error: unknown): void {
    failures++;
    if (stop.signal.aborted || performance.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = performance.now();
    log.warn({ job: job.name, err: error }, "a periodic job failed and will be retried");
  }

  /** @returns the delay before the next run */
  async function once(): Promise<number> {
    try {
      const hasMore = (await job.run(stop.signal)) === true;
      failures = 0;
      return hasMore ? AGAIN_MS : job.everyMs * (1 - JITTER + 2 * JITTER * Math.random());
    } catch (error) {
      noteFailure(error);
      return retryDelayMs(job.backoff, failures, Math.random());
    }
  }

  async function loop(): Promise<void> {
    let pauseMs = job.firstAfterMs;
    while (!stop.signal.aborted) {
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
      if (!stop.signal.aborted) pauseMs = await once();
    }
  }

  const running = loop();
  return {
    /** Starts no further run, and waits up to 10 s for the current one. */
    async close(): Promise<void> {
      stop.abort();
      await inTime(running, CLOSE_MS, { ref: false });
    },
  };
}
