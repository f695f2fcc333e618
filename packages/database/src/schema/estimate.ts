/** The cost of a change, from the sizes of tables, by the rules in docs/changing-the-configuration.md. */
import { BASE_TABLE_SUFFIX, costOfStep, locksOf, tableKey } from "@colophon/engine";
import type { OnlineStep, Catalog, LockMode, Step, TableChange, Work } from "@colophon/engine";
import type pg from "pg";

export interface Estimate {
  /** From PostgreSQL's statistics. */
  readonly rows: number;
  readonly seconds: number;
  /** Whether the step runs while the site is running, or while the lock is held. */
  readonly isOnline: boolean;
  /** The strongest lock on tables of records; null for one that blocks neither reads nor writes. */
  readonly lock: LockMode | null;
}

interface Size {
  readonly rows: number;
  readonly bytes: number;
}

type Sizes = ReadonlyMap<string, Size>;

/** Microseconds per row, and megabytes per second. */
const RATES: Readonly<Record<Work, readonly [number, number]>> = { scan: [5, 100], rewrite: [20, 20], search: [40, 5] };

const STRENGTHS: readonly LockMode[] = ["ACCESS EXCLUSIVE", "SHARE ROW EXCLUSIVE", "SHARE"];
const BYTES_OF_A_ROW = 200;

/** Rows and bytes of the tables of records; without statistics, the rows are estimated from the bytes. */
export async function readSizes(client: pg.ClientBase): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; rows: number; bytes: number }>(
    `select n.nspname || '.' || replace(c.relname, $1, '') as name, c.reltuples::float8 as rows, pg_table_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('content', 'cms') and c.relkind = 'r'`,
    [BASE_TABLE_SUFFIX],
  );
  return new Map(rows.map(({ name, rows: counted, bytes }) => [name, { rows: counted < 0 ? bytes / BYTES_OF_A_ROW : counted, bytes }]));
}

/** Null if a change affects no rows. */
export function estimate({ step, onlineSteps }: TableChange, catalog: Catalog, sizes: Sizes): Estimate | null {
  const cost = costOfStep(step);
  const table = onlineSteps?.[0]?.table ?? (cost ? tableKey(cost.table) : "");
  const size = sizes.get(table);
  if (!size || (catalog.tables.get(table)?.rows ?? 0) === 0) return null;
  const steps = onlineSteps?.flatMap(stepsOf) ?? [step];
  const modes = new Set(steps.flatMap((step) => locksOf(step, catalog)).map(({ mode }) => mode));
  const works = onlineSteps ? onlineSteps.map(workOf) : [cost?.work ?? null];
  const seconds = works.map((work) => secondsFor(work, size)).reduce((all, each) => all + each, 0);
  return { rows: size.rows, seconds, isOnline: onlineSteps !== undefined, lock: STRENGTHS.find((mode) => modes.has(mode)) ?? null };
}

function stepsOf(step: OnlineStep): readonly Step[] {
  return step.kind === "fill" ? [] : step.steps;
}

function workOf(step: OnlineStep): Work | null {
  if (step.kind === "brief") return null;
  if (step.kind === "fill") return "rewrite";
  return step.steps.some((step) => costOfStep(step)?.work === "search") ? "search" : "scan";
}

function secondsFor(work: Work | null, { rows, bytes }: Size): number {
  if (!work) return 0;
  const [microseconds, megabytes] = RATES[work];
  return (rows * microseconds) / 1e6 + bytes / (megabytes * 1e6);
}
