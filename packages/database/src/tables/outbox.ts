/** `cms.outbox`: jobs, written in the same transaction as the change that causes them, until they are done. */
import type { Database, Row } from "../database.ts";

type Runs = Pick<Database, "run" | "one">;

export interface NewOutboxRow {
  readonly id: string;
  readonly queue: string;
  readonly name: string;
  /** JSON text. */
  readonly payload: string;
  /** The earliest time to run it; null for at once. */
  readonly runAt: Date | null;
}

/** A job that waits to be sent, or was sent and is not acknowledged. */
export interface OutboxRow extends Omit<NewOutboxRow, "runAt"> {
  readonly resent: boolean;
}

/** Jobs of one queue by state, and how long the oldest due one has waited to be sent. */
export interface OutboxDepth {
  readonly queue: string;
  readonly states: Readonly<Record<string, number>>;
  readonly oldestSeconds: number;
}

/** The column has milliseconds; `now()` itself may be rounded up, and the relay that this job's own commit wakes would not find it due. */
const DUE_NOW = "date_trunc('milliseconds', now())";

const ADD_ALL = {
  name: "jobs_enqueue_all",
  text: `insert into cms.outbox (id, queue, name, payload, run_at)
    select id, $1, $2, payload, ${DUE_NOW} from unnest($3::uuid[], $4::jsonb[]) as job (id, payload)`,
};

/** Adds jobs of one kind, to run at once. */
export async function addJobs(
  db: Pick<Database, "run">,
  { queue, name }: Pick<NewOutboxRow, "queue" | "name">,
  jobs: readonly Pick<NewOutboxRow, "id" | "payload">[],
): Promise<void> {
  await db.run(ADD_ALL, [queue, name, jobs.map(({ id }) => id), jobs.map(({ payload }) => payload)]);
}

const ADD = {
  name: "jobs_enqueue",
  text: `insert into cms.outbox (id, queue, name, payload, run_at) values ($1, $2, $3, $4, coalesce($5, ${DUE_NOW}))`,
};

export async function addJob(db: Pick<Database, "run">, { id, queue, name, payload, runAt }: NewOutboxRow): Promise<void> {
  await db.run(ADD, [id, queue, name, payload, runAt]);
}

const WAITING = `failed_at is null and queue = any($1)
  and ((sent_at is null and run_at <= now()) or sent_at < now() - make_interval(secs => $2::float / 1000))`;
const ANY_WAITING = { name: "jobs_any_waiting", text: `select from cms.outbox where ${WAITING} limit 1` };

/** Whether there is anything to send: jobs that are due, and those sent more than `resendAfterMs` ago and not done. */
export async function hasWaitingJobs(db: Runs, queues: readonly string[], resendAfterMs: number): Promise<boolean> {
  return (await db.one(ANY_WAITING, [queues, resendAfterMs])) !== null;
}

const TAKE = {
  name: "jobs_take",
  text: `select id, queue, name, payload::text as payload, sent_at is not null as resent from cms.outbox
    where ${WAITING} order by run_at, id limit 100 for update skip locked`,
};

/** Takes up to a hundred of them, locked until the transaction ends; other relays skip them. */
export async function claimWaitingJobs(db: Runs, queues: readonly string[], resendAfterMs: number): Promise<readonly OutboxRow[]> {
  return db.run<Row & OutboxRow>(TAKE, [queues, resendAfterMs]);
}

const MARK_SENT = { name: "jobs_mark_sent", text: "update cms.outbox set sent_at = now() where id = any($1)" };

export async function markJobsSent(db: Runs, ids: readonly string[]): Promise<void> {
  await db.run(MARK_SENT, [ids]);
}

const ACKNOWLEDGE = { name: "jobs_acknowledge", text: "delete from cms.outbox where id = any($1)" };

/** The jobs are done and are not sent again. */
export async function acknowledgeJobs(db: Runs, ids: readonly string[]): Promise<void> {
  await db.run(ACKNOWLEDGE, [ids]);
}

const OPEN = { name: "jobs_open", text: "select id from cms.outbox where id = any($1) and failed_at is null order by id for update" };

/** Which of the jobs are still to be done. Waits for a relay that is sending one again, and for the worker that has just done it. */
export async function openJobs(db: Runs, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await db.run<{ id: string }>(OPEN, [ids])).map(({ id }) => id));
}

const DEAD_LETTER = {
  name: "jobs_dead_letter",
  text: "update cms.outbox set failed_at = now(), error = $2 where id = $1 and failed_at is null",
};

/** The job failed for the last time: it is kept for inspection, and never sent again. */
export async function deadLetterJob(db: Runs, id: string, reason: string): Promise<void> {
  await db.run(DEAD_LETTER, [id, reason.slice(0, 1_000)]);
}

const COUNT = {
  name: "jobs_count",
  text: `select queue,
      count(*) filter (where failed_at is null and sent_at is null and run_at <= now())::int as waiting,
      count(*) filter (where failed_at is null and sent_at is null and run_at > now())::int as scheduled,
      count(*) filter (where failed_at is null and sent_at is not null)::int as sent,
      count(*) filter (where failed_at is not null)::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where failed_at is null and sent_at is null and run_at <= now())), 0)::float8 as oldest
    from unnest($1::text[]) as asked (queue) left join cms.outbox using (queue) group by queue`,
};

type CountRow = { queue: string; waiting: number; scheduled: number; sent: number; failed: number; oldest: number };

/** The number of jobs in these queues that are not done. */
export async function outboxDepthOf(db: Pick<Database, "run">, queues: readonly string[]): Promise<readonly OutboxDepth[]> {
  const rows = await db.run<CountRow>(COUNT, [queues]);
  return rows.map(({ queue, oldest, ...states }) => ({ queue, states, oldestSeconds: oldest }));
}
