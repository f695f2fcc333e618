/** Checked values → parameters and columns. */
import { rowColumnsOf } from "./row-columns.ts";
import { isoTime } from "./json-values.ts";
import { columnOf, linksOf, type Source } from "./source.ts";
import { empty, join, literal, name, param, sql, typeName, type Sql } from "./sql.ts";
import type { Entity, Field, Table } from "../types.ts";
import { isPlaceholder, placeholder } from "../placeholder.ts";
import type { DataValue } from "../plan/data.ts";

/** The time of the write, bound when it runs. */
export const NOW = sql`${param(placeholder("$NOW"))}::timestamptz`;

/** The writer, bound when it runs: the id of a user or of an API key, and which of the two; null for others. */
export const ACTOR = {
  id: sql`${param(placeholder("$CURRENT_ACTOR"))}::uuid`,
  kind: sql`${param(placeholder("$CURRENT_ACTOR_KIND"))}::text`,
} as const;

/** `jsonb_build_object` takes at most 100 arguments. */
const PAIRS_AT_ONCE = 50;

/** A column's new value as a typed parameter; null without one. */
export function columnValue(field: Field, value: DataValue | undefined): Sql {
  if (field.storage.kind !== "column") throw new TypeError(`${field.name} has no column`);
  const { sqlType } = field.storage;
  return sql`${value ?? null}::${typeName(sqlType)}`;
}

/** The ids of a many-relation as a parameter. */
export function linksValue(value: DataValue | undefined): Sql {
  return isPlaceholder(value) ? sql`${value}::uuid[]` : sql`'{}'::uuid[]`;
}

/**
 * A table's name for the functions that take one, which look it up when they run. PostgreSQL would look up a parameter of type regclass
 * before the statement waits for its locks: a change of the tables could then have dropped what it found.
 */
export function quotedName({ schema, name: tableName }: Table): Sql {
  return sql`${`"${schema}"."${tableName.replaceAll('"', '""')}"`}::text`;
}

export function columnNameOf(field: Field): string {
  if (field.storage.kind !== "column") throw new TypeError(`${field.name} has no column`);
  return field.storage.column;
}

/** The fields of an entity that have a column, or those that are rows of a junction table. */
export function fieldsIn(entity: Entity, kind: Field["storage"]["kind"]): readonly Field[] {
  return entity.fields.filter((field) => field.storage.kind === kind);
}

/** The columns that every row of the entity has, whatever its fields. */
export function rowColumns(entity: Entity): readonly string[] {
  return rowColumnsOf(entity).map((column) => column.name);
}

/** All columns of an entity's table that a write names. */
export function columnsOf(entity: Entity): readonly string[] {
  return [...rowColumns(entity), ...fieldsIn(entity, "column").map(columnNameOf)];
}

/** The junction table of a many-relation. */
export function junctionTable({ name: fieldName, storage }: Field): Table {
  if (storage.kind !== "junction") throw new TypeError(`${fieldName} has no junction table`);
  return storage.table;
}

/** The ids of a to-many relation after the row is locked. */
export function freshLinks(field: Field, id: Sql): Sql {
  const group = field.group ? sql`, ${quotedName(field.group)}` : empty;
  return sql`cms.links_of(${quotedName(junctionTable(field))}, ${id}${group})`;
}

/** A record's content as jsonb by field name, as in a version. */
export function contentJson(source: Source): Sql {
  return objectOf(source.entity.fields.map((field) => [field.name, keptValue(source, field)]));
}

/** `jsonb_build_object(…)` of members by their names. */
export function objectOf(members: readonly (readonly [string, Sql])[]): Sql {
  const pairs = members.map(([member, value]) => sql`${literal(member)}, ${value}`);
  if (pairs.length === 0) return sql`'{}'::jsonb`;
  const chunks: Sql[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_AT_ONCE)
    chunks.push(sql`jsonb_build_object(${join(pairs.slice(at, at + PAIRS_AT_ONCE))})`);
  return chunks.reduce((all, chunk) => sql`${all} || ${chunk}`);
}

function keptValue(source: Source, field: Field): Sql {
  if (field.storage.kind === "junction") return linksOf(source, field);
  return field.type === "datetime" ? isoTime(columnOf(source, field)) : columnOf(source, field);
}

/** Quoted column names of a row. */
export function names(columns: readonly string[]): Sql {
  return join(columns.map(name));
}
