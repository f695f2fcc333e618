/** The table locks of a step. Only those that block readers or writers of records. */
import type { Catalog } from "./catalog.ts";

export type LockMode = "ACCESS EXCLUSIVE" | "SHARE ROW EXCLUSIVE" | "SHARE";

export interface StepLock {
  /** `schema.name`. */
  readonly table: string;
  readonly mode: LockMode;
}

const NAMED = String.raw`"([^"]+)"\."([^"]+)"`;
/** The locks of each kind of statement; the table is the first that the statement names. */
const KINDS: readonly (readonly [RegExp, LockMode])[] = [
  [new RegExp(`^alter table ${NAMED} add constraint .+ foreign key`), "SHARE ROW EXCLUSIVE"],
  [new RegExp(`^alter table ${NAMED} (?!validate|set \\()`), "ACCESS EXCLUSIVE"],
  [new RegExp(`^drop trigger .+ on ${NAMED}`), "ACCESS EXCLUSIVE"],
  [new RegExp(`^create (?:or replace |constraint )?trigger .+ on ${NAMED}`), "SHARE ROW EXCLUSIVE"],
  [new RegExp(`^(?:drop table|truncate) ${NAMED}`), "ACCESS EXCLUSIVE"],
  [new RegExp(`^create (?:unique )?index (?!concurrently).+? on ${NAMED}`), "SHARE"],
];
const REFERENCED = new RegExp(`references ${NAMED}`);
const DROPPED_INDEX = new RegExp(`^drop index ${NAMED}`);
/** The function of a trigger, which has the same name and is dropped with it. */
const DROPPED_FUNCTION = /^drop function if exists cms\."([^"]+)"\(\) cascade$/;
const TRUNCATED = new RegExp(`^do .+\\ntruncate (${NAMED}(?:, ${NAMED})*);`, "s");
const DROPPED_KEY = /drop constraint "([^"]+)"/;

/** The tables that a block of statements truncates. */
function truncatedIn(sql: string): readonly string[] {
  const named = TRUNCATED.exec(sql)?.[1] ?? "";
  return [...named.matchAll(new RegExp(NAMED, "g"))].map(([, schema, own]) => `${schema}.${own}`);
}

/** Locks of one step, on tables that are in the catalog. */
export function locksOf(sql: string, { tables }: Catalog): readonly StepLock[] {
  const index = DROPPED_INDEX.exec(sql)?.[2];
  if (index !== undefined) {
    const owner = [...tables].find(([, { indexes, broken }]) => indexes.has(index) || broken?.indexes.has(index));
    return owner ? [{ table: owner[0], mode: "ACCESS EXCLUSIVE" }] : [];
  }
  const trigger = DROPPED_FUNCTION.exec(sql)?.[1];
  if (trigger !== undefined) {
    const owners = [...tables].filter(([, { triggers }]) => triggers.has(trigger));
    return owners.map(([table]) => ({ table, mode: "ACCESS EXCLUSIVE" }));
  }
  const truncated = truncatedIn(sql);
  if (truncated.length > 0) return truncated.filter((one) => tables.has(one)).map((table) => ({ table, mode: "ACCESS EXCLUSIVE" }));
  const kind = KINDS.map(([pattern, mode]) => ({ found: pattern.exec(sql), mode })).find(({ found }) => found !== null);
  if (!kind) return [];
  const { mode } = kind;
  const table = `${kind.found?.[1]}.${kind.found?.[2]}`;
  const referenced = REFERENCED.exec(sql);
  const key = DROPPED_KEY.exec(sql)?.[1];
  const freed = sql.startsWith("drop table")
    ? [...(tables.get(table)?.foreignKeys.values() ?? [])].map(({ target }) => target)
    : [tables.get(table)?.foreignKeys.get(key ?? "")?.target ?? ""];
  const others = referenced ? [`${referenced[1]}.${referenced[2]}`] : freed;
  return [...new Set([table, ...others])].filter((one) => tables.has(one)).map((one) => ({ table: one, mode }));
}
