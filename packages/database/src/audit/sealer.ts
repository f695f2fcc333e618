/** Seals committed rows of the audit log: numbers them, and chains them by hashes. */
import { LOCKS } from "../locks.ts";
import type { Database, Row } from "../database.ts";
import { hashOfRow, LOGGED_COLUMNS, NO_HASH, type LoggedRow } from "./chain.ts";

/** The newest seal. */
export interface Head {
  /** A decimal number. */
  readonly number: string;
  readonly hash: string;
}

type Unsealed = Row & LoggedRow & { readonly seq: string };
type PolledRow = Row & { readonly first: string | null; readonly xmin: string; readonly xmax: string; readonly last: string };
type LastSeal = Row & Head & { readonly settled: string };

const BATCH = 500;

export type Sealer = ReturnType<typeof createSealer>;

/**
 * Rows are numbered in the order of `seq` among those that are committed: a transaction that ends later gets later numbers. The search begins
 * after `settled`: once all transactions have ended that were running when the greatest `seq` was seen, no row up to it can appear any more.
 */
export function createSealer({ run, one, transaction }: Pick<Database, "run" | "one" | "transaction">) {
  const known = { settled: 0n, isRead: false };
  let mark: { readonly ends: bigint; readonly last: bigint } | null = null;

  /** Begins after the rows that earlier processes have settled: the log may be long. */
  async function readSettled(): Promise<void> {
    if (known.isRead) return;
    const last = await one<LastSeal>(LAST);
    known.settled = latest(known.settled, last);
    known.isRead = true;
  }

  /** Whether there are rows without a seal. */
  async function poll(): Promise<boolean> {
    await readSettled();
    const seen = await one<PolledRow>(POLL, [known.settled.toString()]);
    if (!seen) return false;
    if (mark !== null && BigInt(seen.xmin) >= mark.ends) {
      const before = seen.first === null ? mark.last : BigInt(seen.first) - 1n;
      known.settled = before < mark.last ? before : mark.last;
      mark = null;
    }
    mark ??= { ends: BigInt(seen.xmax), last: BigInt(seen.last) };
    return seen.first !== null;
  }

  const sealBatch = (): Promise<boolean> =>
    transaction(async () => {
      if (!(await one<{ held: boolean }>(HOLD))?.held) return false; // another process seals
      const last = await one<LastSeal>(LAST);
      const settled = latest(known.settled, last);
      const rows = await run<Unsealed>(UNSEALED, [settled.toString(), BATCH]);
      const seals = chained(last ?? { number: "0", hash: NO_HASH }, rows);
      if (seals.length === 0) return false;
      const columns = [
        seals.map(({ number }) => number),
        rows.map(({ seq }) => seq),
        seals.map((seal) => seal.previousHash),
        seals.map(({ hash }) => hash),
      ];
      await run(ADD, [...columns, settled.toString()]);
      return seals.length === BATCH;
    });

  return {
    /** Seals what is committed. @returns whether there may be more */
    seal: async (): Promise<boolean> => ((await poll()) ? sealBatch() : false),

    /** The newest seal; null for a log without rows. */
    head: async (): Promise<Head | null> => one<LastSeal>(LAST),

    /** The greatest `seq` that is committed. */
    newest: async (): Promise<string> => (await one<{ last: string }>(NEWEST))?.last ?? "0",

    /** Whether a committed row up to this one has no seal. */
    async isBehind(seq: string): Promise<boolean> {
      await readSettled();
      return (await one<{ behind: boolean }>(BEHIND, [known.settled.toString(), seq]))?.behind ?? false;
    },
  };
}

function latest(known: bigint, last: LastSeal | null): bigint {
  const settled = BigInt(last?.settled ?? 0);
  return settled > known ? settled : known;
}

function chained({ number, hash }: Head, rows: readonly Unsealed[]) {
  let previous = { number: BigInt(number), hash };
  return rows.map((row) => {
    const at = previous.number + 1n;
    const seal = { number: at.toString(), previousHash: previous.hash, hash: hashOfRow(previous.hash, at.toString(), row) };
    previous = { number: at, hash: seal.hash };
    return seal;
  });
}

/** The range of the seals is for the planner, which would otherwise read all of them. */
const WITHOUT_SEAL = "a.seq > $1::bigint and not exists (select from cms.audit_seals s where s.seq = a.seq and s.seq > $1::bigint)";
const POLL = {
  name: "audit-look",
  text: `select (select a.seq from cms.audit a where ${WITHOUT_SEAL} order by a.seq limit 1)::text as first, pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
    pg_snapshot_xmax(pg_current_snapshot())::text as xmax, coalesce((select max(seq) from cms.audit), 0)::text as last`,
};
const HOLD = { name: "audit-hold", text: `select pg_try_advisory_xact_lock(${LOCKS.audit.number}) as held` };
const NEWEST_SEAL = "(select number, hash, settled from cms.audit_seals order by number desc limit 1)";
const DROPPED = "(select number, hash, 0 as settled from cms.audit_dropped order by number desc limit 1)";
const LAST = {
  name: "audit-last",
  text: `select number::text, hash, settled::text from (${NEWEST_SEAL} union all ${DROPPED}) l order by l.number desc limit 1`,
};
const NEWEST = { name: "audit-newest", text: "select coalesce(max(seq), 0)::text as last from cms.audit" };
const BEHIND = {
  name: "audit-behind",
  text: `select exists (select from cms.audit a where ${WITHOUT_SEAL} and a.seq <= $2::bigint) as behind`,
};
const UNSEALED = {
  name: "audit-unsealed",
  text: `select a.seq::text, ${LOGGED_COLUMNS} from cms.audit a where ${WITHOUT_SEAL} order by a.seq limit $2`,
};
const ADD = {
  name: "audit-add-seals",
  text: `insert into cms.audit_seals (number, seq, sealed_at, previous_hash, hash, settled)
    select given.number, given.seq, clock_timestamp(), given.previous, given.hash, $5::bigint
    from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as given (number, seq, previous, hash)`,
};
