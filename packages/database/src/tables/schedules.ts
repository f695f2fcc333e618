/** `cms.schedules`: the time when a record is published or unpublished, and the author. Times by the database's clock. */
import type { Database } from "../database.ts";
import { authorColumns, authorJoins } from "./auth/authors.ts";
import type { Author, FoundAuthor } from "./auth/authors.ts";

/** In ISO 8601. */
export interface Schedule {
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
}

export interface StoredSchedule extends Schedule {
  readonly author: Author | null;
  /** When and with which error code it failed. */
  readonly failed: { readonly at: string; readonly code: string } | null;
}

/** The record that a schedule is for. */
export interface ScheduledRecord {
  readonly entity: string;
  readonly recordId: string;
}

/** A step that is due. */
export interface DueStep extends FoundAuthor {
  /** Otherwise the record will be unpublished. */
  readonly publish: boolean;
}

interface Found extends Record<string, unknown>, Schedule {
  readonly authorKind: Author["kind"] | null;
  readonly authorId: string | null;
  readonly failedAt: string | null;
  readonly failedCode: string | null;
}

export type ScheduleTable = ReturnType<typeof createScheduleTable>;

/** Reads and writes schedules, in the current transaction if there is one. */
export function createScheduleTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    async find({ entity, recordId }: ScheduledRecord): Promise<StoredSchedule | null> {
      const row = await one<Found>(FIND, [entity, recordId]);
      if (!row) return null;
      const { publishAt, unpublishAt, authorKind, authorId, failedAt, failedCode } = row;
      const author = authorKind === null ? null : { kind: authorKind, id: authorId };
      return { publishAt, unpublishAt, author, failed: failedAt === null ? null : { at: failedAt, code: failedCode ?? "" } };
    },

    /** Sets a schedule, replacing an earlier one. */
    async put({ entity, recordId }: ScheduledRecord, { publishAt, unpublishAt }: Schedule, author: Author | null): Promise<void> {
      await run(PUT, [entity, recordId, publishAt, unpublishAt, author?.kind ?? null, author?.id ?? null]);
    },

    async remove({ entity, recordId }: ScheduledRecord): Promise<void> {
      await run(REMOVE, [entity, recordId]);
    },

    /** Records of these entities with steps that have been due for at least `graceMs`, except those named as `entity id`. */
    due: (entities: readonly string[], graceMs: number, options: { readonly without: readonly string[]; readonly limit: number }) =>
      run<ScheduledRecord & Record<string, unknown>>(DUE, [entities, graceMs, options.without, options.limit]),

    /** The first due step, locked; null if there is none, or another process works on it. */
    take: ({ entity, recordId }: ScheduledRecord): Promise<DueStep | null> =>
      one<DueStep & Record<string, unknown>>(TAKE, [entity, recordId]),

    /** Marks a step as done; a schedule without further steps is removed. */
    async done({ entity, recordId }: ScheduledRecord, { publish }: Pick<DueStep, "publish">): Promise<void> {
      if (publish) await run(PUBLISHED, [entity, recordId]);
      await run(TIDY, [entity, recordId, !publish]);
    },

    /** Marks a schedule as failed. The row stays, with the reason. */
    async fail({ entity, recordId }: ScheduledRecord, code: string): Promise<void> {
      await run(FAIL, [entity, recordId, code]);
    },

    /** Removes what failed long ago. */
    async sweep(): Promise<void> {
      await run(SWEEP, [FAILED_DAYS]);
    },
  };
}

const FAILED_DAYS = 30;

const isoText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const FIND = {
  name: "schedule-find",
  text: `select ${isoText("publish_at")} as "publishAt", ${isoText("unpublish_at")} as "unpublishAt", 
    author_kind as "authorKind", author_id as "authorId",
    ${isoText("failed_at")} as "failedAt", failed_code as "failedCode"
    from cms.schedules where entity = $1 and record_id = $2`,
};
const PUT = {
  name: "schedule-put",
  text: `insert into cms.schedules (entity, record_id, publish_at, unpublish_at, author_kind, author_id) values ($1, $2, $3, $4, $5, $6)
    on conflict (entity, record_id) do update set publish_at = excluded.publish_at, unpublish_at = excluded.unpublish_at,
    author_kind = excluded.author_kind, author_id = excluded.author_id, failed_at = null, failed_code = null, created_at = now()`,
};
const REMOVE = { name: "schedule-remove", text: "delete from cms.schedules where entity = $1 and record_id = $2" };
const DUE = {
  name: "schedule-due",
  text: `select entity, record_id as "recordId" from cms.schedules
    where (publish_at <= now() - make_interval(secs => $2::float / 1000) or unpublish_at <= now() - make_interval(secs => $2::float / 1000))
    and failed_at is null and entity = any($1) and entity || ' ' || record_id <> all($3)
    order by least(publish_at, unpublish_at) limit $4`,
};
const TAKE = {
  name: "schedule-take",
  text: `select coalesce(s.publish_at <= now(), false) as publish, ${authorColumns("s")} from cms.schedules s ${authorJoins("s")}
    where s.entity = $1 and s.record_id = $2 and s.failed_at is null and (s.publish_at <= now() or s.unpublish_at <= now())
    for update of s skip locked`,
};
const PUBLISHED = { name: "schedule-published", text: "update cms.schedules set publish_at = null where entity = $1 and record_id = $2" };
const TIDY = {
  name: "schedule-tidy",
  text: "delete from cms.schedules where entity = $1 and record_id = $2 and publish_at is null and ($3 or unpublish_at is null)",
};
const FAIL = {
  name: "schedule-fail",
  text: `update cms.schedules set failed_at = now(), failed_code = $3
    where entity = $1 and record_id = $2 and failed_at is null and (publish_at <= now() or unpublish_at <= now())`,
};
const SWEEP = { name: "schedule-sweep", text: "delete from cms.schedules where failed_at < now() - make_interval(days => $1)" };
