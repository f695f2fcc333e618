/** The first CTEs of a write to a record in the trash: `target` (its row, locked) and `next` (as it was before). */
import type { WriteAccess } from "../../plan/access.ts";
import type { Placeholder } from "../../placeholder.ts";
import type { Entity, Field } from "../../types.ts";
import { carryingSource, linksColumn } from "../../sql/write/drafted-row.ts";
import { isNotRemoved } from "../../sql/removed.ts";
import type { Source } from "../../sql/source.ts";
import { allOf, column, join, literal, name, sql, table, type Sql } from "../../sql/sql.ts";
import { passes } from "../../sql/write/answer.ts";
import { changedCase } from "../../sql/write/outcome.ts";
import { fieldsIn, freshLinks } from "../../sql/values.ts";
import { listedIds } from "../../sql/content-columns.ts";
import { heldRow, restoredColumns } from "./rows.ts";

/** The values stored for the record. */
export const HELD = sql`target._held`;

/** Whether the ids of a to-many relation were stored, because its links were deleted. */
export function isHeldList(field: Field): Sql {
  return sql`jsonb_typeof(${HELD} -> ${literal(field.name)}) = 'array'`;
}

/** The record as it was. */
export function restoredSource(entity: Entity): Source {
  return carryingSource(entity, "next");
}

/** Both CTEs. `until` excludes records that were moved to the trash later. */
export function trashedCtes({ entity, targets }: WriteAccess, id: Placeholder | null, until: Placeholder | null = null): readonly Sql[] {
  const row = sql`_row`; // no field's name begins with an underscore: a whole row can't be confused with a column
  const conditions = [
    sql`_row.id = ${id}::uuid and w.entity = ${literal(entity.name)}`,
    ...isNotRemoved(entity, "_row"),
    ...(until === null ? [] : [sql`w.trashed_at <= ${until}::timestamptz`]),
  ];
  const held = sql`w.published_at as _published_at, w.translation_group as _group, w.data as _held`;
  const was = { published_at: column("target", "_published_at"), translation_group: column("target", "_group") };
  const links = fieldsIn(entity, "junction").map((field) => {
    const held = listedIds(sql`(${HELD} -> ${literal(field.name)})`, targets.get(field.name));
    return sql`case when ${isHeldList(field)} then ${held} else ${freshLinks(field, sql`target.id`)} end as ${name(linksColumn(field))}`;
  });
  return [
    sql`target as materialized (select ${row} as stored_row, ${row}.*, ${held} from ${table(entity.table)} ${row} join cms.trash w on w.id = _row.id where ${allOf(conditions)} for update)`,
    sql`next as materialized (select ${join([...restoredColumns(entity, targets, "target", was), ...links])} from target cross join ${heldRow(entity, sql`target.stored_row`, HELD)})`,
  ];
}

/** The first cases of the outcome. For a caller who may not restore a record, it does not exist, like everything in the trash. */
export function trashCases({ entity, known, filter }: WriteAccess, expectedVersion: Placeholder | null): readonly Sql[] {
  const next = restoredSource(entity);
  return [sql`when not (${passes(known, next)} and ${passes(filter, next)}) then 'not_found'`, ...changedCase(expectedVersion)];
}
