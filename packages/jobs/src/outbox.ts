import type { Database } from "@colophon/database";

/** A job that waits in PostgreSQL to be sent, or was sent and nobody has said that it is done. */
export interface OutboxRow {
  readonly id: string;
  readonly queue: string;
  readonly name: string;
  readonly payload: string;
  readonly resent: boolean;
}

type Runner = Pick<Database, "run" | "one">;

const WAITING = `failed_at is null and queue = any($1)
  and ((sent_at is null and run_at <= now()) or sent_at < now() - make_interval(secs => $2::float / 1000))`;
const ANY_WAITING = { name: "jobs_any_waiting", text: `select from cms.outbox where ${WAITING} limit 1` };
const TAKE = {
  name: "jobs_take",
  text: `select id, queue, name, payload::text as payload, sent_at is not null as resent from cms.outbox
    where ${WAITING} order by run_at, id limit 100 for update skip locked`,
};
const MARK_SENT = { name: "jobs_mark_sent", text: "update cms.outbox set sent_at = now() where id = any($1)" };
const FORGET = { name: "jobs_forget", text: "delete from cms.outbox where id = $1" };
const EXISTS = { name: "jobs_exists", text: "select from cms.outbox where id = $1 and failed_at is null for update" };
const SET_ASIDE = {
  name: "jobs_set_aside",
  text: "update cms.outbox set failed_at = now(), error = $2 where id = $1 and failed_at is null",
};

/** Whether there is anything to send: jobs that are due, and those sent more than `resendAfterMs` ago and not done. */
export async function hasWaiting(database: Runner, queues: readonly string[], resendAfterMs: number): Promise<boolean> {
  return (await database.one(ANY_WAITING, [queues, resendAfterMs])) !== null;
}

/** Takes up to a hundred of them, locked until the transaction ends; other relays pass over them. */
export async function takeWaiting(database: Runner, queues: readonly string[], resendAfterMs: number): Promise<readonly OutboxRow[]> {
  return (await database.run(TAKE, [queues, resendAfterMs])) as unknown as OutboxRow[];
}

/** Notes that BullMQ has them now. */
export async function markSent(database: Runner, ids: readonly string[]): Promise<void> {
  await database.run(MARK_SENT, [ids]);
}

/** Done: nothing is left to do or to send again. */
export async function forget(database: Runner, id: string): Promise<void> {
  await database.run(FORGET, [id]);
}

/** Whether the job is still to be done. Waits its turn behind a relay that is sending it again and the worker that has just done it. */
export async function isOpen(database: Runner, id: string): Promise<boolean> {
  return (await database.one(EXISTS, [id])) !== null;
}

/** Failed for good: kept for a person to look at, never sent again. */
export async function setAside(database: Runner, id: string, reason: string): Promise<void> {
  await database.run(SET_ASIDE, [id, reason.slice(0, 1_000)]);
}

/** Jobs that came through the outbox have its id; those added to a queue directly have a key of their own. */
export function isOutboxId(jobId: string | undefined): jobId is string {
  return jobId !== undefined && /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(jobId);
}
