/** The records of an entity's trash as they were before. */
import type { TrashRowFilter } from "../rows.ts";
import type { Targets } from "../../references/reference-tables.ts";
import type { Entity, Field } from "../../types.ts";
import { dataByColumn, keptId, linksIn } from "../../sql/content-columns.ts";
import { ruleSql } from "../../sql/filter.ts";
import { keptJson } from "../../sql/kept-references.ts";
import { isNotRemoved } from "../../sql/removed.ts";
import { rowColumn, type Source } from "../../sql/source.ts";
import { allOf, anyOf, column, join, literal, name, sql, table, type Sql } from "../../sql/sql.ts";
import { columnNameOf, fieldsIn, rowColumns } from "../../sql/values.ts";

const ROW = "_row"; // no field's name begins with an underscore: a whole row can't be confused with a column
const HELD = "_held";

/** The columns of a record with its stored values. `d` is the row with these applied; `was` contains the trash's own columns. */
export function restoredColumns(
  entity: Entity,
  targets: Targets,
  row: string,
  was: { readonly published_at: Sql; readonly translation_group: Sql },
): readonly Sql[] {
  const group = sql`coalesce(${was.translation_group}, ${column(row, "id")})`; // of its own if the entity was not translatable then
  const kept: Readonly<Record<string, Sql>> = { ...was, translation_group: group };
  const own = rowColumns(entity).map((of) => (kept[of] ? sql`${kept[of]} as ${name(of)}` : column(row, of)));
  const fields = fieldsIn(entity, "column").map((field) => {
    const of = columnNameOf(field);
    const target = targets.get(field.name);
    if (field.references.length > 0) return sql`${keptJson(field, column("d", of), targets)} as ${name(of)}`;
    if (!target) return column("d", of);
    return sql`coalesce(${column(row, of)}, ${keptId(column("d", of), target)}) as ${name(of)}`; // an id in the row has a foreign key
  });
  return [...own, ...fields];
}

/** `lateral …`: the row with its stored values applied. */
export function heldRow(entity: Entity, row: Sql, held: Sql): Sql {
  return sql`lateral jsonb_populate_record(${row}, ${dataByColumn(entity, held)}) d`;
}

/** The ids of a many-relation, without deleted records. */
export function restoredLinks(source: Source, held: Sql, targets: Targets): (field: Field) => Sql {
  return (field) => linksIn(held, source, field, targets.get(field.name));
}

/** The rows in the entity's trash. */
export function trashedSourceOf(entity: Entity, { targets }: TrashRowFilter, depth = 0): Source {
  const was = { published_at: column("w", "published_at"), translation_group: column("w", "translation_group") };
  const columns = [...restoredColumns(entity, targets, ROW, was), sql`w.trashed_at as "_deleted_at"`, sql`w.data as ${name(HELD)}`];
  const joined = sql`cms.trash w join ${table(entity.table)} ${name(ROW)} on ${column(ROW, "id")} = w.id cross join ${heldRow(entity, name(ROW), sql`w.data`)}`;
  const conditions = [sql`w.entity = ${literal(entity.name)}`, ...isNotRemoved(entity, ROW)];
  const source: Source = {
    entity,
    alias: `t${depth}`,
    depth,
    rows: sql`(select ${join(columns)} from ${joined} where ${allOf(conditions)})`,
  };
  return { ...source, links: restoredLinks(source, column(source.alias, HELD), targets) };
}

/** The condition for reading such a row: it matches all filters, and drafts need the permission to read drafts. */
export function trashConditions({ read, removal, drafts }: TrashRowFilter, source: Source): readonly Sql[] {
  const isLive = sql`${rowColumn(source, "published_at")} is not null`;
  const shown = drafts ? (drafts.filter ? [anyOf([isLive, ruleSql(drafts.filter, source)])] : []) : [isLive];
  return [...[read, removal].flatMap((filter) => (filter ? [ruleSql(filter, source)] : [])), ...shown];
}
