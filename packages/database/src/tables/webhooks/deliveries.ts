/**
 * `cms.webhook_deliveries`: what each webhook is told, with its attempts. Times are the caller's. A pending delivery is the next of its
 * record if no earlier one of the same webhook is pending; only such ones get a job.
 */
import type { DeliveryState } from "@colophon/model";
import type { Database, Row } from "../../database.ts";
import { FIRST, HAVE_NEXT, NEXT, NEXT_OF, PROBE } from "./next-deliveries.ts";

export interface NewDelivery {
  readonly id: string;
  readonly webhook: string;
  /** The order of a record's deliveries; a decimal number. */
  readonly eventId: string;
  readonly event: string;
  /** Null for a test. */
  readonly entity: string | null;
  readonly recordId: string;
  readonly version: number | null;
  readonly locale: string | null;
  readonly at: Date;
}

/** A pending delivery whose job runs, with the state of its webhook. */
export interface OpenDelivery extends NewDelivery {
  /** Its job; another one is out of date. */
  readonly jobId: string | null;
  readonly attempts: number;
  readonly firstAt: Date | null;
  /** Of the webhook, in a row. */
  readonly failures: number;
  readonly isDisabled: boolean;
  /** Whether an earlier delivery of the record is pending. */
  readonly isBehind: boolean;
}

/** The result of one attempt. */
export interface AttemptResult {
  readonly status: number | null;
  /** The beginning of the receiver's answer. */
  readonly answer: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}

export interface BegunAttempt {
  readonly id: string;
  readonly at: Date;
}

export interface EndedDelivery extends AttemptResult {
  readonly id: string;
  readonly state: DeliveryState;
  readonly at: Date;
}

export interface DeliveryKey {
  readonly webhook: string;
  readonly recordId: string;
}

export type DeliveryTable = ReturnType<typeof createDeliveryTable>;

/** Reads and writes deliveries, in the current transaction if there is one. */
export function createDeliveryTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    async add(deliveries: readonly NewDelivery[]): Promise<void> {
      const column = (name: keyof NewDelivery) => deliveries.map((delivery) => delivery[name]);
      await run(
        ADD,
        ["id", "webhook", "eventId", "event", "entity", "recordId", "version", "locale", "at"].map((name) =>
          column(name as keyof NewDelivery),
        ),
      );
    },

    /** Those of the deliveries that are pending. */
    open: (ids: readonly string[]): Promise<OpenDelivery[]> => run<OpenDelivery & Row>(OPEN, [ids]),

    /** Counts attempts that begin now. @returns the deliveries that have not ended meanwhile */
    begin: (begun: readonly BegunAttempt[]): Promise<{ id: string }[]> =>
      run<{ id: string }>(BEGIN, [begun.map(({ id }) => id), begun.map(({ at }) => at)]),

    /** Ends deliveries with the results of their last attempts. */
    async end(ended: readonly EndedDelivery[]): Promise<void> {
      const column = (name: keyof EndedDelivery) => ended.map((delivery) => delivery[name]);
      await run(END, (["id", "state", "at", "status", "answer", "error", "durationMs"] as const).map(column));
    },

    /** Stores the result of an attempt that is followed by another one. `jobId` is null while the webhook is paused. */
    async retry(id: string, nextAt: Date, jobId: string | null, { status, answer, error, durationMs }: AttemptResult): Promise<void> {
      await run(RETRY, [id, nextAt, jobId, status, answer, error, durationMs]);
    },

    /** It has no job any more: `next` finds it again. */
    async park(id: string): Promise<void> {
      await run(PARK, [id]);
    },

    /** Ends all pending deliveries of a webhook without sending them. */
    async drop(webhook: string, at: Date): Promise<void> {
      await run(DROP, [webhook, at]);
    },

    /**
     * The next deliveries of their records that have no job, of these webhooks if they are neither paused nor disabled. Locked until the
     * transaction ends; another process skips them.
     */
    next: (webhooks: readonly string[], limit: number): Promise<{ id: string }[]> => run<{ id: string }>(NEXT, [webhooks, limit]),

    /** The same for one record. Waits for another process that has it. */
    nextOf: ({ webhook, recordId }: DeliveryKey): Promise<{ id: string }[]> => run<{ id: string }>(NEXT_OF, [webhook, recordId]),

    /** The number of deliveries that have a job for their first attempt, counted up to a limit. */
    planned: async (limit: number): Promise<number> => (await one<{ planned: number }>(PLANNED, [limit]))?.planned ?? 0,

    /** The records among these for which there is one. */
    haveNext: (records: readonly DeliveryKey[]): Promise<DeliveryKey[]> =>
      run<DeliveryKey & Row>(HAVE_NEXT, [records.map(({ webhook }) => webhook), records.map(({ recordId }) => recordId)]),

    /** Takes the jobs from the deliveries of a webhook that is paused now; attempts that run see to themselves. */
    async parkAll(webhook: string): Promise<void> {
      await run(PARK_ALL, [webhook]);
    },

    /** The delivery to probe a paused webhook with. */
    probe: (webhook: string): Promise<{ id: string } | null> => one<{ id: string }>(PROBE, [webhook]),

    async setJobs(jobs: readonly { readonly id: string; readonly jobId: string }[]): Promise<void> {
      await run(SET_JOBS, [jobs.map(({ id }) => id), jobs.map(({ jobId }) => jobId)]);
    },

    /** Finds pending deliveries again whose job was given up, or lost. */
    async freeLost(): Promise<void> {
      await run(FREE_LOST);
    },

    /** Deletes what ended 7 days ago, and gives up what is older than that and still pending. */
    async sweep(now: Date): Promise<void> {
      await run(SWEEP, [now]);
      await run(EXPIRE, [now]);
    },
  };
}

const KEPT = "7 days";
/** The columns of a delivery. */
export const DELIVERY_ROW = `d.id, d.webhook, d.event_id::text as "eventId", d.event, d.entity, d.record_id as "recordId", d.version, d.locale, d.at, d.attempts`;
const ADD = {
  name: "deliveries-add",
  text: `insert into cms.webhook_deliveries (id, webhook, event_id, event, entity, record_id, version, locale, at)
    select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::uuid[], $7::int[], $8::text[], $9::timestamptz[])`,
};
const OPEN = {
  name: "deliveries-open",
  text: `select ${DELIVERY_ROW}, d.job_id as "jobId", d.first_at as "firstAt", coalesce(w.failures, 0) as failures, w.disabled_at is not null as "isDisabled",
      d.event_id > ${FIRST} as "isBehind"
    from cms.webhook_deliveries d left join cms.webhooks w on w.name = d.webhook where d.id = any($1) and d.state = 'pending'`,
};
const BEGIN = {
  name: "deliveries-begin",
  text: `update cms.webhook_deliveries d set attempts = d.attempts + 1, first_at = coalesce(d.first_at, b.at), last_at = b.at
    from unnest($1::uuid[], $2::timestamptz[]) as b (id, at) where d.id = b.id and d.state = 'pending' returning d.id`,
};
const END = {
  name: "deliveries-end",
  text: `update cms.webhook_deliveries d set state = e.state, ended_at = e.at, job_id = null, next_at = null,
      status = e.status, answer = e.answer, error = e.error, duration_ms = e.duration_ms
    from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[], $5::text[], $6::text[], $7::int[])
      as e (id, state, at, status, answer, error, duration_ms)
    where d.id = e.id and d.state = 'pending'`,
};
const RETRY = {
  name: "deliveries-retry",
  text: `update cms.webhook_deliveries set next_at = $2, job_id = $3, status = $4, answer = $5, error = $6, duration_ms = $7
    where id = $1 and state = 'pending'`,
};
const PARK = { name: "deliveries-park", text: "update cms.webhook_deliveries set job_id = null where id = $1 and state = 'pending'" };
const PARK_ALL = {
  name: "deliveries-park-all",
  text: `with planned as (select id from cms.webhook_deliveries
      where webhook = $1 and state = 'pending' and job_id is not null and entity is not null for update skip locked)
    update cms.webhook_deliveries d set job_id = null from planned p where d.id = p.id`,
};
const DROP = {
  name: "deliveries-drop",
  text: "update cms.webhook_deliveries set state = 'dropped', ended_at = $2, job_id = null, next_at = null where webhook = $1 and state = 'pending' and entity is not null",
};
const PLANNED = {
  name: "deliveries-planned",
  text: `select count(*)::int as planned from (
    select job_id from cms.webhook_deliveries where state = 'pending' and job_id is not null and next_at is null limit $1) as found`,
};
const SET_JOBS = {
  name: "deliveries-set-jobs",
  text: `update cms.webhook_deliveries d set job_id = j.job_id from unnest($1::uuid[], $2::uuid[]) as j (id, job_id) where d.id = j.id`,
};
const FREE_LOST = {
  name: "deliveries-free-lost",
  text: `update cms.webhook_deliveries d set job_id = null where d.state = 'pending' and d.job_id is not null
      and (select o.id from cms.outbox o where o.id = d.job_id and o.failed_at is null) is null`,
};
const EXPIRE = {
  name: "deliveries-expire",
  text: `update cms.webhook_deliveries set state = 'failed', ended_at = $1, job_id = null, next_at = null, error = 'not delivered in ${KEPT}' where state = 'pending' and at < $1::timestamptz - interval '${KEPT}'`,
};
const SWEEP = {
  name: "deliveries-sweep",
  text: `delete from cms.webhook_deliveries where at < $1::timestamptz - interval '${KEPT}' and ended_at < $1::timestamptz - interval '${KEPT}'`,
};
