/** Selection → SQL: PostgreSQL builds the JSON of the answer, related records included, in one statement. */
import { rowFilterSql, ruleSql } from "../filter.ts";
import { memberRow } from "../groups.ts";
import { referringRows, relatedRows } from "../related-rows.ts";
import type { RowFilter } from "../../plan/filter/contract.ts";
import { join, literal, name, sql, column, param, type Sql } from "../sql.ts";
import { columnOf, fromClause, linksOf, related, rowColumn, sourceOf, statusOf, type Source } from "../source.ts";
import { isoTime } from "../json-values.ts";
import { memoizeFor } from "../../memoize.ts";
import type { Field, AssetUrls } from "../../types.ts";
import { ownerSql } from "./owner.ts";
import { rightsSql } from "./rights.ts";
import { shapedSql } from "./shape.ts";
import type { Column, Counted, Selection, Shape } from "../../plan/selection/selected.ts";
import { SIGNED_ASSETS_PATH } from "@colophon/model";
import { placeholder } from "../../placeholder.ts";

/** No field's name begins with an underscore, so a whole row can't be confused with one of its columns. */
const ROW = name("_row");

/** The SELECT list of a selection: one column for each member of the answer, named like it. */
export function selectList(selection: Selection, source: Source, options: { drafts?: boolean } = {}): Sql {
  return join(selection.columns.map((column) => selectColumn(column, source, options.drafts ?? false)));
}

/** Columns that read other rows, by conditions of the request: their SQL is not cached. */
const UNCACHED: ReadonlySet<Column["kind"]> = new Set(["embed", "referring", "counts", "translations", "can"]);

const plainColumns = memoizeFor<Sql>();

/** Columns of stored values and their SQL are cached as long as the schema exists. */
function selectColumn(column: Column, source: Source, drafts: boolean): Sql {
  const make = () => sql`${valueSql(column, source, drafts)} as ${name(column.name)}`;
  const lasts = !UNCACHED.has(column.kind) && !source.rows && !source.links && !source.pending && !source.authored;
  return lasts ? plainColumns(column, `${source.alias} ${source.depth}`, make) : make();
}

/** The record as one json value, for a source in the outer query. */
export function recordJson(selection: Selection, source: Source, options: { drafts?: boolean } = {}): Sql {
  return sql`(select row_to_json(${ROW}) from (select ${selectList(selection, source, options)}) ${ROW})`;
}

/** The rows of a query as one json array in the query's order. */
export function arrayJson(query: Sql): Sql {
  return sql`select coalesce(json_agg(${ROW}), '[]'::json) from (${query}) ${ROW}`;
}

/** The same with the number of the rows, as `data` (text) and `rows`. */
export function countedArrayJson(query: Sql): Sql {
  return sql`select coalesce(json_agg(${ROW}), '[]'::json)::text as data, count(*)::int as rows from (${query}) ${ROW}`;
}

function valueSql(column: Column, source: Source, drafts: boolean): Sql {
  if (column.kind === "value") return plainSql(column, source);
  if (column.kind === "links") return linksOf(source, column.field);
  if (column.kind === "assetUrl") return assetUrlSql(column, source);
  if (column.kind === "blank") return column.many ? sql`'[]'::json` : sql`null::json`;
  if (column.kind === "owner") return ownerSql(column, source);
  if (column.kind === "status") return statusOf(source);
  if (column.kind === "translations") return translationsSql(column.siblings, source, drafts);
  if (column.kind === "can") return rightsSql(column.rights, source);
  if (column.kind === "referring") return embedReferring(column, source);
  if (column.kind === "counts") return countsSql(column.of, source);
  return column.field.storage.kind === "column" ? embedOne(column, source) : embedMany(column, source);
}

function plainSql({ field, shape }: Column & { kind: "value" }, source: Source): Sql {
  const value = columnOf(source, field);
  if (field.storage.kind === "column" && field.storage.sqlType === "jsonb")
    return shapedSql(shape, value, (embedded, json) => embedInside(embedded, json, source));
  return field.type === "datetime" ? isoTime(value) : value;
}

/** Records in place of ids inside JSON; for one that the reader may not see null, in a list nothing. */
function embedInside({ many, target, selection }: Shape & { kind: "embed" }, json: Sql, source: Source): Sql {
  const inner = related(source, target.entity);
  const { table: of, translatable } = target.entity;
  const rowOf = (json: Sql) => {
    const [id, readable] = [sql`(select cms.ids_in(${json}, '$'))`, rowFilterSql(target, inner)];
    if (translatable) return sql`select ${selectList(selection, inner)} from ${memberRow(source, of, id, inner, readable)}`;
    const conditions = join([sql`${rowColumn(inner, "id")} = ${id}`, ...readable], " and ");
    return sql`select ${selectList(selection, inner)} from ${fromClause(inner)} where ${conditions}`;
  };
  if (!many) return sql`(select to_jsonb(${ROW}) from (${rowOf(json)}) ${ROW})`;
  const list = sql`case when jsonb_typeof(${json}) = 'array' then ${json} end`;
  const rows = sql`jsonb_array_elements(${list}) with ordinality _id(value, place) cross join lateral (${rowOf(sql`_id.value`)}) ${ROW}`;
  return sql`(select coalesce(jsonb_agg(to_jsonb(${ROW}) order by _id.place), '[]'::jsonb) from ${rows})`;
}

function embedOne({ field, target, selection }: Column & { kind: "embed" }, source: Source): Sql {
  const inner = related(source, target.entity);
  const conditions = relatedRows(source, field, inner, rowFilterSql(target, inner));
  return sql`(select row_to_json(${ROW}) from (select ${selectList(selection, inner)} from ${conditions}) ${ROW})`;
}

function embedMany({ field, target, selection }: Column & { kind: "embed" }, source: Source): Sql {
  const inner = related(source, target.entity);
  const conditions = linkedRows(source, field, inner, rowFilterSql(target, inner));
  return sql`(${arrayJson(sql`select ${selectList(selection, inner)} from ${conditions} order by j.position`)})`;
}

/** The newest of them, at most the number that is shown with a record; lists return the others. */
function embedReferring(column: Column & { kind: "referring" }, source: Source): Sql {
  const { from, selection } = column;
  const inner = related(source, from.entity);
  const conditions = referringRows(source, column, inner, (row) => rowFilterSql(from, row));
  const newest = sql`order by ${rowColumn(inner, "created_at")} desc, ${rowColumn(inner, "id")} desc limit 25`;
  return sql`(${arrayJson(sql`select ${selectList(selection, inner)} from ${conditions} ${newest}`)})`;
}

function countsSql(of: readonly Counted[], source: Source): Sql {
  const pairs = of.map((counted) => {
    const { name: key, from } = counted;
    const inner = related(source, from.entity);
    const rows = referringRows(source, counted, inner, (row) => rowFilterSql(from, row));
    return sql`${literal(key)}, (select count(*) from ${rows})`;
  });
  return sql`json_build_object(${join(pairs)})`;
}

/** `… where related`, to be continued with conditions, with each row's position in the list as `j.position`. */
function linkedRows(source: Source, field: Field, inner: Source, readable: readonly Sql[]): Sql {
  if (!source.links || field.group) return relatedRows(source, field, inner, readable);
  const links = sql`unnest(${linksOf(source, field)}) with ordinality j(target_id, position)`;
  const joined = sql`${links} join ${fromClause(inner)} on ${rowColumn(inner, "id")} = j.target_id where true`;
  return join([joined, ...readable], " and ");
}

function translationsSql(siblings: RowFilter, source: Source, drafts: boolean): Sql {
  const inner = sourceOf(siblings.entity, source.depth + 1);
  const same = sql`${rowColumn(inner, "translation_group")} = ${rowColumn(source, "translation_group")}`;
  const other = sql`${rowColumn(inner, "id")} <> ${rowColumn(source, "id")}`;
  const conditions = join([same, other, ...rowFilterSql(siblings, inner, { drafts })], " and ");
  const pair = sql`${rowColumn(inner, "locale")}, json_build_object('id', ${rowColumn(inner, "id")})`;
  return sql`(select coalesce(json_object_agg(${pair}), '{}'::json) from ${fromClause(inner)} where ${conditions})`;
}

function assetUrlSql({ field, urls, open }: Column & { kind: "assetUrl" }, source: Source): Sql {
  const plain = sql`${urls.prefix}::text || ${columnOf(source, field)}`;
  if (open?.filter === null) return plain;
  const signed = signedSql(urls, column(source.alias, "filename"));
  return open ? sql`case when (${ruleSql(open.filter, source)}) is true then ${plain} else ${signed} end` : signed;
}

/** The end is that of the next period, in seconds since 1970. */
function signedSql({ prefix, periodSeconds, signatureLength, innerKey, outerKey }: AssetUrls, filename: Sql): Sql {
  const period = param(periodSeconds);
  const now = sql`extract(epoch from ${placeholder("$NOW")}::timestamptz)`;
  const until = sql`((floor(${now} / ${period}::int8) + 2) * ${period}::int8)::int8::text`;
  const text = sql`convert_to(${until} || '/' || ${filename}, 'UTF8')`;
  const inner = sql`sha256(decode(${innerKey}::text, 'hex') || ${text})`;
  const mac = sql`left(encode(sha256(decode(${outerKey}::text, 'hex') || ${inner}), 'hex'), ${signatureLength}::int4)`;
  return sql`${`${prefix}${SIGNED_ASSETS_PATH}`}::text || ${until} || '.' || ${mac} || '/' || ${filename}`;
}
