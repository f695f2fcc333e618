import { createDatabase, migrate } from "@colophon/database";
import type { Database, Log } from "@colophon/database";
import { z } from "zod";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import { startRedis } from "../../../tests/support/servers/redis.ts";
import type { TestRedis } from "../../../tests/support/servers/redis.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createRelay, createWorker, defineJob, startJobs } from "../src/index.ts";
import type { Job, JobDefinition, PeriodicJob, RelayOptions, RunnableJob, WorkerOptions } from "../src/index.ts";

export interface Payload {
  readonly n: number;
}

interface GivenWorker extends Partial<Omit<WorkerOptions<Payload>, "job">> {
  readonly job: Job<Payload>;
  readonly handler: RunnableJob<Payload>["run"];
  readonly concurrency?: number;
}

/** A kind of job for one test, with its own queue. */
export function jobNamed(name: string, options: Partial<JobDefinition<Payload>> = {}) {
  return defineJob({ queue: name, name, payload: z.strictObject({ n: z.number() }), backoff: { firstMs: 20 }, ...options });
}

/** PostgreSQL and Redis for one test file, and what was started with them. */
export async function openJobs(options: { ownRedis?: boolean } = {}) {
  const server = await startPostgres({ migrated: true });
  const redis: TestRedis = await startRedis({ own: options.ownRedis ?? false });
  const database: Database = createDatabase({ url: server.url, ...TEST_LIMITS });
  await migrate(database.pool);
  const lines: string[] = [];
  const note = (level: string) => (fields: object, message: string) => void lines.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  const log: Log = { info: note("info"), warn: note("warn"), error: note("error") };
  const started: { close(): Promise<void> }[] = [];
  const begun = <T extends { close(): Promise<void> }>(one: T): T => (started.push(one), one);

  return {
    database,
    redis,
    lines,
    relay: (jobs: RelayOptions["jobs"], given: Partial<RelayOptions> = {}) =>
      begun(createRelay({ database, redisUrl: redis.url, jobs, log, pollMs: 100, ...given })),
    worker: ({ job, handler, concurrency = 1, ...given }: GivenWorker) =>
      begun(createWorker({ database, redisUrl: redis.url, log, ...given, job: { ...job, run: handler, concurrency } })),
    periodic: (job: PeriodicJob) => begun(startJobs({ database, redisUrl: redis.url, log, jobs: [job] })),
    outbox: () =>
      database.run({
        text: "select id, queue, sent_at is not null as sent, failed_at is not null as failed, error from cms.outbox order by id",
      }),
    async closeStarted() {
      await Promise.all(started.splice(0).map((item) => item.close()));
    },
    async close() {
      await this.closeStarted();
      await database.close();
      await redis.stop();
      await server.stop();
    },
  };
}

export type Opened = Awaited<ReturnType<typeof openJobs>>;
