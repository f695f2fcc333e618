/** The rows of an entity with their pending drafts applied. */
import { dataByColumn, keptId, linksIn } from "./content-columns.ts";
import { ruleSql } from "./filter.ts";
import { allOf, column, empty, join, name, sql, table, literal, type Sql } from "./sql.ts";
import { keptJson } from "./kept-references.ts";
import { exists } from "./removed.ts";
import type { Source } from "./source.ts";
import type { Targets } from "../references/reference-tables.ts";
import type { DraftRowFilter } from "../plan/rows-with-drafts.ts";
import type { Entity, Field } from "../types.ts";
import { columnNameOf, columnsOf, fieldsIn, rowColumns } from "./values.ts";

export const ROW = "_row"; // no field's name begins with an underscore: a whole row can't be confused with a column
/** The draft's content, null if nothing is pending. */
export const PENDING = "_pending";
const ALLOWED = "_allowed";

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
