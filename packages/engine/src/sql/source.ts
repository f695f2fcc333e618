/** The rows of an entity in one statement, and the SQL names of its fields. */
import { STATUS } from "../entities.ts";
import { column, name, sql, table, literal } from "./sql.ts";
import { existingJson } from "./kept-references.ts";
import { currentId, isRemovedOrTrashed } from "./removed.ts";
import type { Sql } from "./sql.ts";
import type { AskedLocale } from "../plan/asked-locale.ts";
import type { Entity, Field } from "../types.ts";

/** An alias with the columns of the entity's table. Nested sources use the next depth. */
export interface Source {
  readonly entity: Entity;
  readonly alias: string;
  readonly depth: number;
  /** The ids of a to-many relation as uuid[], if they are not those of the junction table. */
  readonly links?: (field: Field) => Sql;
  /** Columns of owners that contain the writer: which kind that is; null for nobody. */
  readonly authored?: { readonly columns: readonly string[]; readonly by: "user" | "key" | null };
  /** Whether changes are pending on the row (boolean), if that is not read from the versions table. */
  readonly pending?: Sql;
  /** Whether no row has a pending draft. */
  readonly isUndrafted?: boolean;
  /** Whether the statement is planned with its values: then everything computed from values alone is a constant to the planner. */
  readonly knowsValues?: boolean;
  /** Whether its rows are those of the table in the statement's snapshot: then the table of nested references agrees with them. */
  readonly isStored?: boolean;
  /** The FROM item, if it is not the entity's table. */
  readonly rows?: Sql;
  /** The locale that the caller asks for; without it, references use the record's own locale and the default one. */
  readonly asked?: AskedLocale | null;
  /** The locale of the record that leads to the rows, if they have none of their own. */
  readonly locale?: Sql | null;
}

/** The entity's table at a depth of the statement: its alias differs from those of outer queries. */
export function sourceOf(entity: Entity, depth = 0): Source {
  return { entity, alias: `t${depth}`, depth, isStored: true };
}

/** The table of related records: their references use the same locales. */
export function related(source: Source, entity: Entity): Source {
  const inner = sourceOf(entity, source.depth + 1);
  return { ...inner, asked: source.asked ?? null, locale: localeOf(source) };
}

/** The locale of each row, or of the record that leads to it; null if neither has one. */
export function localeOf(source: Source): Sql | null {
  return source.entity.translatable ? rowColumn(source, "locale") : (source.locale ?? null);
}

/** `"content"."article" "t0"`. */
export function fromClause(source: Source): Sql {
  return sql`${source.rows ?? table(source.entity.table)} ${name(source.alias)}`;
}

/** A column that every row has. */
export function rowColumn(source: Source, of: "id" | "version" | "published_at" | "locale" | "translation_group" | "created_at"): Sql {
  return column(source.alias, of);
}

/** The value of a field with a column; a relation to a record that is being removed, or in the trash, has none. */
export function columnOf(source: Source, field: Field): Sql {
  const value = storedColumn(source, field);
  if (field.references.length > 0) return existingJson(field, value);
  const gone = isRemovedOrTrashed(field, value);
  const current = field.group ? currentId(value) : value;
  return gone ? sql`case when ${gone} then null else ${current} end` : current;
}

/** The stored value. */
export function storedColumn(source: Source, field: Field): Sql {
  if (field.name === "_type") return sql`${literal(source.entity.name)}::text`;
  if (field.name === STATUS.name) return statusOf(source);
  if (field.storage.kind !== "column") throw new TypeError(`${field.name} has no column`);
  return column(source.alias, field.storage.column);
}

/** `draft`, `modified` or `published`. */
export function statusOf(source: Source): Sql {
  const unpublished = sql`${rowColumn(source, "published_at")} is null`;
  return sql`case when ${unpublished} then 'draft' when ${isPending(source)} then 'modified' else 'published' end`;
}

/** The ids of a many-relation in their order, as uuid[]. */
export function linksOf(source: Source, field: Field): Sql {
  return source.links?.(field) ?? storedLinks(source, field);
}

/** The ids of a to-many relation in the junction table. */
export function storedLinks(source: Source, field: Field): Sql {
  const id = field.group ? currentId(sql`j.target_id`) : sql`j.target_id`;
  return sql`array(select ${id} from ${linkRows(source, field)} order by j.position)`;
}

/** `junction j where …`, to be continued with conditions: the rows of a to-many relation whose targets exist. */
export function linkRows(source: Source, field: Field): Sql {
  const rows = sql`${junctionOf(field)} j where j.source_id = ${rowColumn(source, "id")}`;
  const gone = isRemovedOrTrashed(field, sql`j.target_id`);
  return gone ? sql`${rows} and not ${gone}` : rows;
}

/** The junction table of a many-relation. */
export function junctionOf(field: Field): Sql {
  if (field.storage.kind !== "junction") throw new TypeError(`${field.name} has no junction table`);
  return table(field.storage.table);
}

/** Whether changes are pending on the row: a separate draft of a published record. */
export function isPending(source: Source): Sql {
  if (source.pending) return source.pending;
  const same = sql`v.entity = ${literal(source.entity.name)} and v.record_id = ${rowColumn(source, "id")}`;
  return sql`exists (select from cms.versions v where ${same} and v.pending)`;
}

/**
 * Only what everybody may see: published rows. Without versions every write publishes; the only other rows are drafts from a time when the
 * entity had versions, which stay stored and are ignored.
 */
export function liveOnly(source: Source): Sql | null {
  return source.entity.builtIn ? null : sql`${rowColumn(source, "published_at")} is not null`;
}
