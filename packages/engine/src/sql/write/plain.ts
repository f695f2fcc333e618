/** Writes that only the row itself decides: one `insert` or `update` without CTEs, which costs PostgreSQL less. */
import type { ReadAccess, WriteAccess } from "../../plan/access.ts";
import { column, join, name, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Source } from "../source.ts";
import { columnsOf, names } from "../values.ts";
import { answerText } from "./answer.ts";
import type { Changes } from "./changed-row.ts";
import { writeOutcome } from "./outcome.ts";

/** Whether rows outside a filter have to be told from missing ones, and from those that may be written. */
export function isUnfiltered({ known, filter, entity }: WriteAccess): boolean {
  return known === null && filter === null && !entity.versions;
}

/** The columns of a `WriteRow`. The triggers run after them, and so know who makes the change. */
function returned(access: ReadAccess, row: Source): Sql {
  return sql`${writeOutcome(access.entity, [])} as outcome, null::text as details, ${column(row.alias, "id")}, ${column(row.alias, "version")}, ${answerText(access, row)} as data`;
}

/** Changes the row `target`. Returns its `WriteRow`, or none if there is no such record. */
export function plainUpdate(access: WriteAccess, changes: Changes, where: Sql): Sql {
  const { entity } = access;
  const assigned = [...changes].map(([columnName, value]) => sql`${name(columnName)} = ${value}`);
  return sql`update ${table(entity.table)} target set ${join(assigned)} ${where} returning ${returned(access, { entity, alias: "target", depth: 0 })}`;
}

/** Inserts the row, whose values are in the order of the table's columns. Returns its `WriteRow`. */
export function plainInsert(access: WriteAccess, values: readonly Sql[], written: Source): Sql {
  const { entity } = access;
  return sql`insert into ${table(entity.table)} as ${name(written.alias)} (${names(columnsOf(entity))}) values (${join(values)}) returning ${returned(access, written)}`;
}
