import { setTimeout as sleep } from "node:timers/promises";
import { queryOn, withClient } from "../connections/connection.ts";
import { createPool } from "../connections/pool.ts";
import type { PoolOptions } from "../connections/pool.ts";
import { LIFE_SECONDS } from "./suspension.ts";

/** A mark of a write that has not ended. */
interface Mark {
  readonly backend: number;
}

/** The lease by which gateways use cached answers, as the state in Redis has it. */
export interface AnswerLease<Open extends Mark = Mark> {
  isUp(): boolean;
  hasBegun(): boolean;
  begin(): Promise<readonly Open[]>;
  renew(polled: { readonly ended: readonly Open[]; readonly written: readonly string[] }): Promise<readonly Open[]>;
}

interface KeeperOptions<Open extends Mark> extends Pick<PoolOptions, "url" | "log"> {
  readonly lease: AnswerLease<Open>;
  readonly everyMs: number;
}

interface Seen {
  readonly suspended: boolean;
  /** Of the asked backends, those that don't exist any more. */
  readonly gone: readonly number[];
  /** The number of writes to each entity. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Shorter than a lease: a poll that takes longer is of no use. */
const LIMITS = { statementMs: 400, lockMs: 400, connectMs: 400, idleTransactionMs: 1_000 };

/**
 * Backends are not part of a snapshot: one that is missing has ended its last transaction, which every later read sees. Writes are counted
 * by triggers, so that no writer can forget to tell.
 */
const LOOK = {
  name: "answers-look",
  text: `select exists (select from cms.answer_suspensions) as suspended,
    array(select b from unnest($1::int[]) b where not exists (select from pg_stat_activity a where a.pid = b)) as gone,
    (select coalesce(json_object_agg(entity, n), '{}') from (select entity, sum(n) as n from cms.entity_stamps group by entity) c)::text as counts`,
};
const END_SUSPENSIONS = `delete from cms.answer_suspensions where at < clock_timestamp() - interval '${LIFE_SECONDS} seconds'`;

/**
 * Renews the lease while PostgreSQL answers and no process writes without telling the gateways. Marks of dead processes end here, and every
 * entity that was written since the last poll gets a new epoch, whoever wrote it.
 */
export function createAnswerKeeper<Open extends Mark>({ lease, everyMs, url, log }: KeeperOptions<Open>) {
  const pool = createPool({ url, limits: LIMITS, log, max: 1, idleMs: 0 });
  const stop = new AbortController();
  let open: readonly Open[] = [];
  let counts: Seen["counts"] | null = null;

  async function poll(): Promise<Seen> {
    const backends = open.map(({ backend }) => backend);
    const [row] = (await withClient(pool, (client) => queryOn<Seen & { counts: string }>(client, { ...LOOK, values: [backends] }))).rows;
    if (!row) throw new Error("a poll of the writes gave no row");
    return { ...row, counts: JSON.parse(row.counts) };
  }

  async function beat(): Promise<void> {
    if (!lease.isUp()) return;
    if (!lease.hasBegun()) open = await lease.begin();
    const seen = await poll();
    if (seen.suspended) return void (await withClient(pool, (client) => queryOn(client, { text: END_SUSPENSIONS })));
    const written = counts ? changedIn(counts, seen.counts) : Object.keys(seen.counts);
    const gone = new Set(seen.gone);
    open = await lease.renew({ ended: open.filter(({ backend }) => gone.has(backend)), written });
    counts = seen.counts; // only now: the next renewal makes up for one that failed
  }

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      await beat().catch(() => undefined); // without a lease nothing is kept, and nothing is wrong
      await sleep(everyMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  }
  const running = loop();

  return {
    async close(): Promise<void> {
      stop.abort();
      await running;
      await pool.end();
    },
  };
}

function changedIn(before: Seen["counts"], after: Seen["counts"]): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((entity) => before[entity] !== after[entity]);
}
