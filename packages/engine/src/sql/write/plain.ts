/** Writes that only the row itself decides: one `insert` or `update` without CTEs, which costs PostgreSQL less. */
import type { ReadAccess, WriteAccess } from "../../plan/access.ts";
import type { Purpose } from "../../plan/plan.ts";
import type { Entity } from "../../types.ts";
import { column, empty, join, literal, name, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Source } from "../source.ts";
import { columnsOf, names } from "../values.ts";
import { answerColumns } from "./answer.ts";
import type { Changes } from "./changed-row.ts";
import { writeOutcome } from "./outcome.ts";

/** Whether rows outside a filter have to be told from missing ones, and from those that may be written. */
export function isUnfiltered({ known, filter, entity }: WriteAccess): boolean {
  return known === null && filter === null && !entity.versions;
}

/**
 * `with …`: counts the write in its own statement, in a row that no other transaction holds, as `cms.count_write` does; that costs less than
 * the trigger, which `cms.counted` turns off for the rest of the transaction. Empty for system tables, whose triggers always count.
 */
function countedBy({ name: entity, builtIn }: Entity): Sql {
  if (builtIn) return empty;
  const free = sql`select s.shard from cms.entity_stamps s where s.entity = ${literal(entity)} order by s.shard limit 1 for no key update skip locked`;
  const counted = sql`update cms.entity_stamps s set n = s.n + 1 where s.entity = ${literal(entity)} and s.shard = (${free}) returning true`;
  const added = sql`insert into cms.entity_stamps (entity, n) select ${literal(entity)}, 1 where not exists (select from counted)`;
  return sql`with counted as (${counted}), added as (${added}) `;
}

/** The columns of a `WriteRow`. The triggers run after them, and so know who makes the change, and that it is counted. */
function returned(access: ReadAccess, row: Source, purpose: Purpose): Sql {
  const { name: entity, builtIn } = access.entity;
  const counted = builtIn ? [] : [sql`when set_config('cms.counted', ${literal(entity)}, true) is null then 'not_found'`];
  return sql`${writeOutcome(access.entity, counted)} as outcome, null::text as details, ${column(row.alias, "id")}, ${column(row.alias, "version")}, ${answerColumns(access, row, { purpose, of: "row" })}`;
}

/** Changes the row `target`. Returns its `WriteRow`, or none if there is no such record. */
export function plainUpdate(
  access: WriteAccess,
  {
    changes,
    target,
    where,
    purpose,
  }: { readonly changes: Changes; readonly target: Source; readonly where: Sql; readonly purpose: Purpose },
): Sql {
  const { entity } = access;
  const assigned = [...changes].map(([columnName, value]) => sql`${name(columnName)} = ${value}`);
  return sql`${countedBy(entity)}update ${table(entity.table)} target set ${join(assigned)} ${where} returning ${returned(access, target, purpose)}`;
}

/** Inserts the row, whose values are in the order of the table's columns. Returns its `WriteRow`. */
export function plainInsert(access: WriteAccess, values: readonly Sql[], written: Source, purpose: Purpose): Sql {
  const { entity } = access;
  return sql`${countedBy(entity)}insert into ${table(entity.table)} as ${name(written.alias)} (${names(columnsOf(entity))}) values (${join(values)}) returning ${returned(access, written, purpose)}`;
}
