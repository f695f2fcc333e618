/** The rows of an entity with their pending drafts applied. */
import { ruleSql } from "./filter.ts";
import { allOf, column, empty, join, name, sql, table, literal, type Sql } from "./sql.ts";
import { keptJson } from "./kept-references.ts";
import { currentId, exists, existsIn } from "./removed.ts";
import { storedLinks, type Source } from "./source.ts";
import type { Targets } from "../references/reference-tables.ts";
import type { DraftRowFilter } from "../plan/read/readable.ts";
import type { Entity, Field, Table } from "../types.ts";
import { columnNameOf, columnsOf, fieldsIn, quotedName, rowColumns } from "./values.ts";

export const ROW = "_row"; // no field's name begins with an underscore: a whole row can't be confused with a column
/** The draft's content, null if nothing is pending. */
export const PENDING = "_pending";
const ALLOWED = "_allowed";

/**
 * Content by field name, with column names as keys, without values that an earlier configuration allowed but the present columns can't
 * store: one such draft must not break a list.
 */
export function dataByColumn(entity: Entity, content: Sql, of: Sql = quotedName(entity.table)): Sql {
  return sql`cms.fitting(${of}, ${renamedKeys(entity, content)})`;
}

/** Few fields have a column with another name. */
function renamedKeys(entity: Entity, content: Sql): Sql {
  const renamed = entity.fields.filter(({ name: key, storage }) => storage.kind === "column" && storage.column !== key);
  return renamed.reduce((data, { name: key, storage }) => {
    const to = literal(storage.kind === "column" ? storage.column : key);
    const moved = sql`(${data} - ${literal(key)}) || jsonb_build_object(${to}, ${data} -> ${literal(key)})`;
    return sql`(case when ${data} ? ${literal(key)} then ${moved} else ${data} end)`;
  }, content);
}

/** An id if its record exists, else null: a draft may refer to a deleted record, and its id is then removed as in live rows. */
export function keptId(id: Sql, target: Table): Sql {
  return sql`(select x.id from ${table(target)} x where ${allOf([sql`x.id = ${presentId(id, target)}`, ...existsIn(target, "x")])})`;
}

/** A list of ids in JSON as an array in its order; if `target` is given, only those whose record exists. */
export function listedIds(list: Sql, target?: Table): Sql {
  if (!target) return sql`array(select l.id::uuid from jsonb_array_elements_text(${list}) with ordinality l(id, place) order by l.place)`;
  const kept = sql` join ${table(target)} x on ${allOf([sql`x.id = ${presentId(sql`l.id::uuid`, target)}`, ...existsIn(target, "x")])}`;
  const id = target.defaultLocale === undefined ? sql`l.id::uuid` : sql`x.id`;
  return sql`array(select ${id} from jsonb_array_elements_text(${list}) with ordinality l(id, place)${kept} order by l.place)`;
}

function presentId(id: Sql, { defaultLocale }: Table): Sql {
  return defaultLocale === undefined ? id : currentId(id);
}

function draftColumn(field: Field, targets: Targets): Sql {
  const value = column("d", columnNameOf(field));
  const target = targets.get(field.name);
  if (field.references.length > 0)
    return sql`case when v.data is null then ${value} else ${keptJson(field, value, targets)} end as ${name(columnNameOf(field))}`;
  return target ? sql`case when v.data is null then ${value} else ${keptId(value, target)} end as ${name(columnNameOf(field))}` : value;
}

/**
 * The columns with version, time and author of the last change of a row with its draft: a separate draft has its own. `row` and `pending`
 * are aliases of the stored row and of the draft's row in the history, if there is one.
 */
export function newestColumns(row: string, pending: string): Readonly<Record<string, Sql>> {
  const isLive = sql`${column(row, "published_at")} is not null`;
  const isPending = sql`${isLive} and ${column(pending, "created_at")} is not null`;
  const [user, key] = [column(pending, "created_by"), column(pending, "created_by_key")];
  const newest = (own: string, stored: string) =>
    sql`coalesce(case when ${isLive} then ${column(pending, own)} end, ${column(row, stored)}) as ${name(stored)}`;
  const author = (own: Sql, stored: string) => sql`case when ${isPending} then ${own} else ${column(row, stored)} end as ${name(stored)}`;
  return {
    version: newest("record_version", "version"),
    updated_at: newest("created_at", "updated_at"),
    updated_by: author(sql`coalesce(${user}, ${key})`, "updated_by"),
    updated_by_kind: author(sql`case when ${user} is not null then 'user' when ${key} is not null then 'key' end`, "updated_by_kind"),
  };
}

function newestRow(entity: Entity, targets: Targets): readonly Sql[] {
  const newest = newestColumns(ROW, "v");
  const row = rowColumns(entity).map((of) => newest[of] ?? column(ROW, of));
  const own = fieldsIn(entity, "column").map((field) => draftColumn(field, targets));
  return [...row, ...own, sql`v.data as ${name(PENDING)}`];
}

/** The ids of a to-many relation in the content; if it has none, the stored ones. */
export function linksIn(content: Sql, source: Source, field: Field, target?: Table): Sql {
  const list = sql`${content} -> ${literal(field.name)}`;
  return sql`case when jsonb_typeof(${list}) = 'array' then ${listedIds(list, target)} else ${storedLinks(source, field)} end`;
}

/** One row of the entity with content applied to it: `rows` returns the row and the column `content`. */
export function overlaidSource(entity: Entity, row: Sql, content: Sql): Source & { readonly rows: Sql } {
  const source: Source = { entity, alias: "overlaid", depth: 0 };
  const rows = sql`lateral jsonb_populate_record(${row}, ${dataByColumn(entity, content)})`;
  return { ...source, rows, links: (field) => linksIn(content, source, field) };
}

/** Whether a row of `draftSourceOf` matches the row filter for drafts, live and with its draft. */
export function isDraftAllowed({ draft }: DraftRowFilter, source: Source): Sql | null {
  return draft && sql`(${column(source.alias, ALLOWED)} and ${ruleSql(draft, source)})`;
}

/** Whether a row of `draftSourceOf` matches the row filter for reading with its draft. `draftSourceOf` checks the live row. */
export function draftConditions({ read }: DraftRowFilter, source: Source): readonly Sql[] {
  return read ? [ruleSql(read, source)] : [];
}

/** The entity's rows that match the row filter for reading, with pending drafts applied: all rows, or those that have one. */
export function draftSourceOf(entity: Entity, rowFilter: DraftRowFilter, depth = 0, having: "all" | "pending" = "all"): Source {
  const { targets, read, draft } = rowFilter;
  const joined = having === "all" ? sql`left join` : sql`join`;
  const versions = sql`cms.versions v on v.entity = ${literal(entity.name)} and v.record_id = ${column(ROW, "id")} and v.pending`;
  const overlaid = sql`lateral jsonb_populate_record(${name(ROW)}, ${dataByColumn(entity, sql`v.data`)}) d`;
  const live: Source = { entity, alias: ROW, depth };
  const conditions = [...exists(entity, ROW), ...(read ? [ruleSql(read, live)] : [])];
  const where = conditions.length > 0 ? sql` where ${allOf(conditions)}` : empty;
  const columns = [...newestRow(entity, targets), ...(draft ? [sql`${ruleSql(draft, live)} as ${name(ALLOWED)}`] : [])];
  const rows = sql`${table(entity.table)} ${name(ROW)} ${joined} ${versions} cross join ${overlaid}${where}`;
  const source: Source = { entity, alias: `t${depth}`, depth, rows: sql`(select ${join(columns)} from ${rows})` };
  const pending = sql`${column(source.alias, PENDING)} is not null`;
  return { ...source, pending, links: (field) => linksIn(column(source.alias, PENDING), source, field, targets.get(field.name)) };
}

/** The entity's rows without a pending draft, with the columns of `draftSourceOf`: plain columns, so that their indexes are used. */
export function undraftedSourceOf(entity: Entity, { draft }: DraftRowFilter, depth = 0): Source {
  const columns = columnsOf(entity).map((of) => column(ROW, of));
  const same = sql`v.entity = ${literal(entity.name)} and v.record_id = ${column(ROW, "id")}`;
  const none = sql`not exists (select from cms.versions v where ${same} and v.pending)`;
  const all = [...columns, sql`null::jsonb as ${name(PENDING)}`, ...(draft ? [sql`true as ${name(ALLOWED)}`] : [])];
  const rows = sql`(select ${join(all)} from ${table(entity.table)} ${name(ROW)} where ${allOf([none, ...exists(entity, ROW)])})`;
  return { entity, alias: `t${depth}`, depth, isStored: true, rows, pending: sql`false`, isUndrafted: true };
}
