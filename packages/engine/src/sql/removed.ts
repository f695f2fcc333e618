/**
 * Records that are being removed are invisible to every reader at once, while references to them are cleared in the background: their ids
 * are in cms.removals. If there are none, `cms.is_removing()` is `select false`, which the planner inlines: the plan then contains none of
 * these conditions.
 */
import { anyOf, column, sql, table as tableSql, type Sql } from "./sql.ts";
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
export function isRemovedOrTrashed({ clears, trashable, group }: Pick<Field, "clears" | "trashable" | "group">, id: Sql): Sql | null {
  const [removed, trashed] = group ? [isRemovedAlone, (sql: Sql) => isTrashedAlone(group, sql)] : [isRemoved, isTrashed];
  const ways = [...(clears ? [removed(id)] : []), ...(trashable ? [trashed(id)] : [])];
  return ways.length > 1 ? anyOf(ways) : (ways[0] ?? null);
}

/**
 * The present id of a reference to a translatable entity: while it moves from a record that is being removed to one of its translations,
 * that one's.
 */
export function currentId(id: Sql): Sql {
  return whileRemoving(sql`coalesce((select g.sibling from cms.removals g where g.id = ${id}), ${id})`, id);
}

/** Whether the record is being removed and has no translation that references move to. */
function isRemovedAlone(id: Sql): Sql {
  return sql`(cms.is_removing() and exists (select from cms.removals g where g.id = ${id} and g.sibling is null))`;
}

/** Whether the record is in the trash, and so are all its translations. */
export function isTrashedAlone(group: Table, id: Sql): Sql {
  const others = sql`select from ${tableSql(group)} m where m.translation_group = w.translation_group`;
  return sql`exists (select from cms.trash w where w.id = ${id} and not exists (${others}))`;
}

/** Whether a row of the entity is not being removed, as conditions to be joined by `and`. */
export function isNotRemoved({ removable }: Pick<Entity, "removable">, alias: string): readonly Sql[] {
  return removable ? [sql`not ${isRemoved(column(alias, "id"))}`] : [];
}

/** Whether it still exists: neither being removed, nor in the trash. */
export function exists({ removable, table }: Pick<Entity, "removable" | "table">, alias: string): readonly Sql[] {
  return [...isNotRemoved({ removable }, alias), ...(table.trash ? [sql`not ${isTrashed(column(alias, "id"))}`] : [])];
}

/** The same for a row that stored ids refer to. */
export function existsIn(table: Table, alias: string): readonly Sql[] {
  if (table.defaultLocale === undefined || !table.trash) return exists({ removable: true, table }, alias);
  return [...isNotRemoved({ removable: true }, alias), sql`not ${isTrashedAlone(table, column(alias, "id"))}`];
}

/** Records in the trash: cms.trash contains their ids, and they are not published. */

/** Whether the record of that id, which may be null, is in the trash. */
export function isTrashed(id: Sql): Sql {
  return sql`exists (select from cms.trash w where w.id = ${id})`;
}
