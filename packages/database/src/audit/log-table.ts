/** The audit log as it is stored, for its verification and its export. */
import type { Database, Row } from "../database.ts";
import { LOGGED_COLUMNS, type SealedRow } from "./chain.ts";
import type { Head } from "./sealer.ts";

const BATCH = 1_000;
/** The least number of a seal that PostgreSQL can store. Regular ones begin at 1. */
const LEAST = -(2n ** 63n);

/** A row without a seal. */
export type UnsealedRow = Row & { readonly id: string; readonly at: Date; readonly isSettled: boolean };

export function createAuditTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    /** The seals with their rows, by number. */
    async *sealed(): AsyncGenerator<SealedRow> {
      let from = LEAST;
      for (;;) {
        const rows = await run<SealedRow>(SEALED, [from.toString(), BATCH]);
        yield* rows;
        const last = rows.at(-1);
        if (!last?.number || rows.length < BATCH) return;
        from = BigInt(last.number) + 1n;
      }
    },

    /** Rows without a seal. `isSettled`: the sealer has been past them. */
    unsealed: (): Promise<UnsealedRow[]> => run<UnsealedRow>(UNSEALED),

    /** The last seal of the days that were dropped. */
    dropped: async (): Promise<Head | null> => one<Row & Head>(DROPPED),

    /** Drops some of the rows that are older than the days of the configuration. @returns whether there may be more */
    async drop(): Promise<boolean> {
      const dropped = await one<{ rows: number }>(DROP, [BATCH]);
      return (dropped?.rows ?? 0) === BATCH;
    },
  };
}

const SEALED = {
  name: "audit-sealed",
  text: `select s.number::text, s.seq::text, s.previous_hash as "previousHash", s.hash, ${LOGGED_COLUMNS}
    from cms.audit_seals s left join cms.audit a on a.seq = s.seq where s.number >= $1::bigint order by s.number limit $2`,
};
const UNSEALED = {
  name: "audit-all-unsealed",
  text: `select a.id, a.at, a.seq <= coalesce((select max(settled) from cms.audit_seals), 0) as "isSettled" from cms.audit a
    where not exists (select from cms.audit_seals s where s.seq = a.seq) order by a.seq limit 1000`,
};
const DROPPED = {
  name: "audit-dropped",
  text: "select number::text, hash from cms.audit_dropped order by audit_dropped.number desc limit 1",
};
const DROP = { name: "audit-drop", text: "select cms.drop_audit($1::integer) as rows" };
