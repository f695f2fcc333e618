/** The cost of a change, from the sizes of tables, by the rules in docs/changing-the-configuration.md. */
import { locksOf } from "@colophon/engine";
import type { AheadStep, Catalog, LockMode, TableChange } from "@colophon/engine";
import { BEHIND_VIEW } from "@colophon/engine";
import type pg from "pg";

export interface Estimate {
  /** From PostgreSQL's statistics. */
  readonly rows: number;
  readonly seconds: number;
  /** Whether the step runs while the site is running, or while the lock is held. */
  readonly isAhead: boolean;
  /** The strongest lock on tables of records; null for one that blocks neither reads nor writes. */
  readonly lock: LockMode | null;
}

interface Size {
  readonly rows: number;
  readonly bytes: number;
}

type Sizes = ReadonlyMap<string, Size>;

/** Microseconds per row, and megabytes per second. */
const RATES = { scan: [5, 100], rewrite: [20, 20], search: [40, 5] } as const;
type Work = keyof typeof RATES;

const SEARCHED = /^create index .+ using gin /;
const IN_SWITCH: readonly (readonly [RegExp, Work])[] = [
  [SEARCHED, "search"],
  [/^alter table \S+ alter column \S+ type |^(?:update|delete from|insert into) /, "rewrite"],
  [/^create (?:unique )?index|foreign key|set not null$/, "scan"],
];
const STRENGTHS: readonly LockMode[] = ["ACCESS EXCLUSIVE", "SHARE ROW EXCLUSIVE", "SHARE"];
const FIRST_TABLE = /"(content|cms)"\."([^"]+)"/;
const BYTES_OF_A_ROW = 200;

/** Rows and bytes of the tables of records; without statistics, the rows are estimated from the bytes. */
export async function readSizes(client: pg.ClientBase): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; rows: number; bytes: number }>(
    `select n.nspname || '.' || replace(c.relname, $1, '') as name, c.reltuples::float8 as rows, pg_table_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('content', 'cms') and c.relkind = 'r'`,
    [BEHIND_VIEW],
  );
  return new Map(rows.map(({ name, rows: counted, bytes }) => [name, { rows: counted < 0 ? bytes / BYTES_OF_A_ROW : counted, bytes }]));
}

/** Null if a change affects no rows. */
export function estimate({ sql, ahead }: TableChange, catalog: Catalog, sizes: Sizes): Estimate | null {
  const table = ahead?.[0]?.table ?? tableOf(sql);
  const size = sizes.get(table ?? "");
  if (table === undefined || !size || (catalog.tables.get(table)?.rows ?? 0) === 0) return null;
  const statements = ahead?.flatMap((step) => step.statements) ?? [sql];
  const modes = new Set(statements.flatMap((one) => locksOf(one, catalog)).map(({ mode }) => mode));
  const seconds = ahead
    ? ahead.map((step) => secondsFor(workOf(step), size)).reduce((all, one) => all + one, 0)
    : secondsFor(IN_SWITCH.find(([pattern]) => pattern.test(sql))?.[1], size);
  return { rows: size.rows, seconds, isAhead: ahead !== undefined, lock: STRENGTHS.find((mode) => modes.has(mode)) ?? null };
}

function tableOf(sql: string): string | undefined {
  const found = FIRST_TABLE.exec(sql);
  return found ? `${found[1]}.${found[2]}` : undefined;
}

function workOf(step: AheadStep): Work | undefined {
  if (step.kind === "brief") return undefined;
  if (step.kind === "fill") return "rewrite";
  return step.statements.some((one) => SEARCHED.test(one)) ? "search" : "scan";
}

function secondsFor(work: Work | undefined, { rows, bytes }: Size): number {
  if (!work) return 0;
  const [microseconds, megabytes] = RATES[work];
  return (rows * microseconds) / 1e6 + bytes / (megabytes * 1e6);
}
