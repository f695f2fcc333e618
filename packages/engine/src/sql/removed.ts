/**
 * Records that are being removed are gone for every reader at once, while what refers to them is cleared in the background:
 * their ids stand in cms.removals. While there are none, `cms.is_removing()` is `select false`, which the planner puts in
 * its place: then nothing of this is left in a plan.
 */
import { column, sql } from "./sql.ts";
import type { Sql } from "./sql.ts";
import type { Entity, Table } from "../types.ts";

/** Whether the record of that id, which may be null, is being removed. */
export function isRemoved(id: Sql): Sql {
  return sql`(cms.is_removing() and exists (select from cms.removals g where g.id = ${id}))`;
}

/** One value while records are being removed, and another one while there are none. */
export function whileRemoving(then: Sql, otherwise: Sql): Sql {
  return sql`case when cms.is_removing() then ${then} else ${otherwise} end`;
}

/** What makes a row of the entity one that is still there, as conditions to be joined by `and`. */
export function isThere({ removable }: Pick<Entity, "removable">, alias: string): readonly Sql[] {
  return removable ? [sql`not ${isRemoved(column(alias, "id"))}`] : [];
}

/** The same for a row of a table that stored ids lead to. */
export function isThereIn({ schema }: Table, alias: string): readonly Sql[] {
  return isThere({ removable: schema === "content" }, alias);
}
