/**
 * Records that are being removed are invisible to every reader at once, while references to them are cleared in the background: their ids
 * are in cms.removals. If there are none, `cms.is_removing()` is `select false`, which the planner inlines: the plan then contains none of
 * these conditions.
 */
import { anyOf, column, sql } from "./sql.ts";
import type { Sql } from "./sql.ts";
import { isTrashed } from "./trash/trashed.ts";
import type { Entity, Field, Table } from "../types.ts";

/** Whether the record of that id, which may be null, is being removed. */
export function isRemoved(id: Sql): Sql {
  return sql`(cms.is_removing() and exists (select from cms.removals g where g.id = ${id}))`;
}

/** One value while records are being removed, and another one if there are none. */
export function whileRemoving(then: Sql, otherwise: Sql): Sql {
  return sql`case when cms.is_removing() then ${then} else ${otherwise} end`;
}

/** Whether the record that a field points to is removed for readers; null if the field would not keep its id then. */
export function isGone({ clears, trashable }: Pick<Field, "clears" | "trashable">, id: Sql): Sql | null {
  const ways = [...(clears ? [isRemoved(id)] : []), ...(trashable ? [isTrashed(id)] : [])];
  return ways.length > 1 ? anyOf(ways) : (ways[0] ?? null);
}

/** Whether a row of the entity is not being removed, as conditions to be joined by `and`. */
export function isKept({ removable }: Pick<Entity, "removable">, alias: string): readonly Sql[] {
  return removable ? [sql`not ${isRemoved(column(alias, "id"))}`] : [];
}

/** Whether it still exists: neither being removed, nor in the trash. */
export function isThere({ removable, table }: Pick<Entity, "removable" | "table">, alias: string): readonly Sql[] {
  return [...isKept({ removable }, alias), ...(table.trash ? [sql`not ${isTrashed(column(alias, "id"))}`] : [])];
}

/** The same for a row that stored ids refer to. */
export function isThereIn(table: Table, alias: string): readonly Sql[] {
  return isThere({ removable: true, table }, alias);
}
