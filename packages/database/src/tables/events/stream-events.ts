/**
 * `cms.stream_events` and `cms.stream_snapshots`: committed changes in the order of their commits. Transactions get their numbers before they
 * commit, so no sequence has that order. A snapshot knows exactly which transactions it sees: events that one snapshot sees, and the one
 * before it does not, were committed between them. Within one step the order is that of the writes, which for one record is that of its
 * versions.
 */
import type { Database, Row } from "../../database.ts";

/** A place in the stream: after an event of the step that ends with a snapshot, or at the step's end. */
export interface StreamPosition {
  /** The snapshot's number, a decimal. */
  readonly step: string;
  readonly token: string;
  /** A decimal; null at the end of the step. */
  readonly event: string | null;
}

export interface StreamEvent {
  readonly step: string;
  readonly token: string;
  readonly xact: string;
  readonly id: string;
  readonly event: string;
  readonly entity: string;
  readonly recordId: string;
  readonly version: number;
  readonly locale: string | null;
  readonly at: Date;
}

export type StreamEventTable = ReturnType<typeof createStreamEventTable>;

export function createStreamEventTable({ run, one, transaction }: Pick<Database, "run" | "one" | "transaction">) {
  return {
    /** The end of the stream now: everything that is committed lies before it. */
    async end(): Promise<StreamPosition> {
      const found = await one<{ number: string; token: string }>(END);
      if (!found) throw new TypeError("take_stream_snapshot returns a row");
      return { step: found.number, token: found.token, event: null };
    },

    /** Whether all events after the place are still stored. */
    knows: async ({ step, token, event }: StreamPosition): Promise<boolean> => (await one(KNOWS, [step, token, event !== null])) !== null,

    /** The next events after the place, up to another one. */
    after: ({ step, event }: StreamPosition, until: StreamPosition, limit: number): Promise<StreamEvent[]> =>
      run<StreamEvent & Row>(AFTER, [event === null ? next(step) : step, event ?? "0", until.step, until.event, limit]),

    /** Forgets events of steps that ended before that time. A place is known as long as all events after it are there. */
    sweep: (before: Date): Promise<void> =>
      transaction(async () => {
        await one(END); // holds the lock, so that no other process takes a snapshot meanwhile
        await run(SWEEP_SNAPSHOTS, [before]);
        await run(SWEEP_EVENTS);
      }),
  };
}

/** Whether the first place lies before the second one. */
export function isBefore(a: StreamPosition, b: StreamPosition): boolean {
  if (a.step !== b.step) return BigInt(a.step) < BigInt(b.step);
  return a.event !== null && (b.event === null || BigInt(a.event) < BigInt(b.event));
}

function next(step: string): string {
  return String(BigInt(step) + 1n);
}

const END = { name: "stream-end", text: `select number::text, token from cms.take_stream_snapshot()` };
/** A place inside a step needs the step before it, too. */
const KNOWS = {
  name: "stream-knows",
  text: `
    select from cms.stream_snapshots s where number = $1::bigint and token = $2
      and (not $3::boolean or exists (select from cms.stream_snapshots p where p.number < s.number))`,
};
const AFTER = {
  name: "stream-after",
  text: `
    select s.number::text as step, s.token, e.xact::text, e.id::text, e.event, e.entity, e.record_id as "recordId", e.version, e.locale, e.at
    from cms.stream_snapshots s
    cross join lateral (
      select p.snapshot::pg_snapshot as snapshot from cms.stream_snapshots p where p.number < s.number order by p.number desc limit 1) p
    cross join lateral (
      select * from cms.stream_events e
      where (e.xact >= pg_snapshot_xmax(p.snapshot)::text::bigint
          or e.xact = any(array(select x::text::bigint from pg_snapshot_xip(p.snapshot) x)))
        and e.xact < pg_snapshot_xmax(s.snapshot::pg_snapshot)::text::bigint
        and pg_visible_in_snapshot(e.xact::text::xid8, s.snapshot::pg_snapshot)) e
    where s.number >= $1::bigint and s.number <= $3::bigint and (s.number > $1::bigint or e.id > $2::bigint)
      and (s.number < $3::bigint or $4::bigint is null or e.id <= $4::bigint)
    order by s.number, e.id limit $5`,
};
/** A step is forgotten when the next one ended before that time, as places at its end are valid until then. */
const SWEEP_SNAPSHOTS = {
  name: "stream-sweep-snapshots",
  text: "delete from cms.stream_snapshots where number < (select max(number) from cms.stream_snapshots where at < $1)",
};
const SWEEP_EVENTS = {
  name: "stream-sweep-events",
  text: `delete from cms.stream_events e
    using (select snapshot::pg_snapshot as snapshot from cms.stream_snapshots order by number limit 1) first
    where e.xact < pg_snapshot_xmax(first.snapshot)::text::bigint and pg_visible_in_snapshot(e.xact::text::xid8, first.snapshot)`,
};
