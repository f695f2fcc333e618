import {
  deadLetterJob,
  hasWaitingJobs,
  markJobsSent,
  outboxDepthOf,
  claimWaitingJobs,
  type Database,
  type Log,
  type OutboxDepth,
} from "@colophon/database";
import type { QueueDepth, RedisServer } from "./producer.ts";
import { createMeter } from "./meter.ts";
import type { Job } from "./job.ts";
import { createOutage } from "./outage.ts";
import { createSender } from "./sender.ts";

export interface RelayOptions extends RedisServer {
  readonly database: Database;
  /** The jobs whose rows this relay sends. */
  readonly jobs: readonly Job<unknown>[];
  /** Further queues whose depths are measured too. */
  readonly alsoMeasured?: readonly string[];
  readonly log: Log;
  /** In addition to PostgreSQL's notifications, the relay polls at this interval. */
  readonly pollMs?: number;
  /** A job that was sent and is not done after this time is sent again: Redis may have lost it. */
  readonly resendAfterMs?: number;
}

export interface Relay {
  /** Whether Redis answers, as far as is known. */
  isUp(): boolean;
  /** The depth of its queues in Redis, measured at most every 5 s; empty if Redis is not available. */
  queues(): Promise<readonly QueueDepth[]>;
  /** The same for the outbox in PostgreSQL. */
  outbox(): Promise<readonly OutboxDepth[]>;
  close(): Promise<void>;
}

/**
 * Sends the jobs of the outbox to BullMQ, oldest first. A row is marked only after BullMQ has the job, and deleted only after it is done: a
 * crash in between, or a loss of Redis' data, loses no job. The outbox id is the job's id, so sending twice has no effect. Any number of
 * relays may run.
 */
export function createRelay({
  database,
  jobs,
  alsoMeasured = [],
  log,
  pollMs = 500,
  resendAfterMs = 10_000,
  ...server
}: RelayOptions): Relay {
  const sender = createSender(server, jobs);
  const outages = { redis: createOutage(log, "Redis"), postgres: createOutage(log, "PostgreSQL") };
  const queues = [...new Set(jobs.map(({ queue }) => queue))];
  const alarm = createAlarm();
  const state = { closing: false };
  const listener = database.listen("cms_outbox", alarm.ring);

  /** @returns how many were sent. */
  const sendBatch = (): Promise<number> =>
    database.transaction(async () => {
      const rows = await claimWaitingJobs(database, queues, resendAfterMs);
      if (rows.length === 0) return 0;
      await sender.send(rows);
      await markJobsSent(
        database,
        rows.map(({ id }) => id),
      );
      for (const [id, reason] of await sender.failedAmong(rows)) await deadLetterJob(database, id, reason);
      return rows.length;
    });

  /** Redis may have taken jobs whose answers came too late: then nothing is left to send that would show its return. */
  const noticeReturn = async (): Promise<void> => {
    if (!outages.redis.isNoticed() || !sender.isReady()) return;
    await sender.depthsOf(queues.slice(0, 1));
    outages.redis.over();
  };

  const sendAll = async (): Promise<void> => {
    const anything = await hasWaitingJobs(database, queues, resendAfterMs);
    outages.postgres.over();
    if (!anything) return noticeReturn();
    if (sender.isAway()) return outages.redis.noticed("no connection");
    if (!sender.isReady()) return;
    while (!state.closing && (await sendBatch()) > 0) outages.redis.over();
  };

  const run = async (): Promise<void> => {
    while (!state.closing) {
      await sendAll().catch((error: unknown) => (sender.isRedisFailure(error) ? outages.redis : outages.postgres).noticed(error));
      await alarm.pause(pollMs);
    }
  };

  const running = run();
  return {
    isUp: sender.isReady,
    queues: createMeter(async () => (sender.isReady() ? sender.depthsOf([...queues, ...alsoMeasured]) : [])),
    outbox: createMeter(() => outboxDepthOf(database, queues)),

    async close() {
      state.closing = true;
      alarm.ring();
      await running;
      await Promise.all([listener.close(), sender.close()]);
    },
  };
}

/** A pause that can be interrupted, also by a call before it began. */
function createAlarm() {
  let rang = false;
  let wake = (): void => undefined;
  return {
    ring(): void {
      rang = true;
      wake();
    },
    async pause(longestMs: number): Promise<void> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longestMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (rang) wake();
      });
      rang = false;
    },
  };
}
