/**
 * Records that are being removed are gone for every reader at once, while what refers to them is cleared in the background:
 * their ids stand in cms.removals. While there are none, `cms.is_removing()` is `select false`, which the planner puts in
 * its place: then nothing of this is left in a plan.
 */
import { anyOf, column, sql } from "./sql.ts";
import type { Sql } from "./sql.ts";
import { isTrashed } from "./trash/trashed.ts";
import type { Entity, Field, Table } from "../types.ts";

/** Whether the record of that id, which may be null, is being removed. */
export function isRemoved(id: Sql): Sql {
  return sql`(cms.is_removing() and exists (select from cms.removals g where g.id = ${id}))`;
}

/** One value while records are being removed, and another one while there are none. */
export function whileRemoving(then: Sql, otherwise: Sql): Sql {
  return sql`case when cms.is_removing() then ${then} else ${otherwise} end`;
}

/** Whether the record that a field points to is gone for readers; null where the field would not keep its id then. */
export function isGone({ clears, trashable }: Pick<Field, "clears" | "trashable">, id: Sql): Sql | null {
  const ways = [...(clears ? [isRemoved(id)] : []), ...(trashable ? [isTrashed(id)] : [])];
  return ways.length > 1 ? anyOf(ways) : (ways[0] ?? null);
}

/** What makes a row of the entity one that is not being removed, as conditions to be joined by `and`. */
export function isKept({ removable }: Pick<Entity, "removable">, alias: string): readonly Sql[] {
  return removable ? [sql`not ${isRemoved(column(alias, "id"))}`] : [];
}

/** What makes it one that is still there: neither that, nor in the trash. */
export function isThere({ removable, table }: Pick<Entity, "removable" | "table">, alias: string): readonly Sql[] {
  return [...isKept({ removable }, alias), ...(table.trash ? [sql`not ${isTrashed(column(alias, "id"))}`] : [])];
}

/** The same for a row of a table that stored ids lead to. */
export function isThereIn(table: Table, alias: string): readonly Sql[] {
  return isThere({ removable: table.schema === "content", table }, alias);
}
