/** The statements that read stored values whose rich text is to be converted. */
import { column, literal, sql, table, textOf, type Sql } from "../../sql/sql.ts";
import { tableKey, tableOfKey, VERSIONS, type Catalog } from "../catalog.ts";
import type { StoredColumn } from "../stored-column.ts";
import { ifNotConverted } from "./converted-drafts.ts";
import { resultOf } from "./converted-texts.ts";

/** Values per batch: long texts take some milliseconds each. */
const BATCH = sql`50`;

/** A set of stored values: `from` has the alias `s`. */
export interface Texts {
  /** The id of the record. */
  readonly id: Sql;
  readonly text: Sql;
  readonly from: Sql;
  readonly where: Sql;
  /** A condition that takes longer to evaluate. */
  readonly isOld?: Sql;
}

/** Those of a field in rows, and those in drafts with the condition `isOld` on the JSON value. */
export function textsOf(
  { at }: StoredColumn,
  from: "text" | "jsonb",
  { tables }: Catalog,
  isOld: (value: Sql) => Sql,
): readonly [Texts, ...Texts[]] {
  const own = column("s", at.column);
  const rows: Texts = { id: column("s", "id"), text: sql`${own}::text`, from: table(tableOfKey(at.table)), where: sql`${own} is not null` };
  if (!tables.has(tableKey(VERSIONS))) return [rows];
  const value = sql`s.data -> ${literal(at.field)}`;
  const text = from === "text" ? sql`s.data ->> ${literal(at.field)}` : sql`(${value})::text`;
  const where = sql`s.entity = ${literal(at.entity)} and s.pending`;
  return [rows, { id: column("s", "record_id"), text, from: table(VERSIONS), where, isOld: isOld(value) }]; // a record has one draft: its id is indexed
}

/** The next values without a result, after the id `$1`. */
export function batchOf(resultsKey: string, texts: Texts, more: Sql = sql``): string {
  return nextOf(texts, sql`${isUnconverted(resultsKey, texts)}${more}`);
}

/** The same for drafts that weren't converted while the site was running, or were saved since. @param ofDrafts - from `draftsKeyOf` */
export function restOfDrafts(resultsKey: string, texts: Texts, ofDrafts: string): string {
  return nextOf(texts, ifNotConverted(ofDrafts, "s", sql`(${isUnconverted(resultsKey, texts)})`, sql`false`));
}

function isUnconverted(resultsKey: string, { text, isOld = sql`true` }: Texts): Sql {
  return sql`${isOld} and ${resultOf(resultsKey, text, sql`c.digest`)} is null`;
}

function nextOf({ id, text, from, where }: Texts, condition: Sql): string {
  return textOf(
    sql`select ${id}::text as id, ${text} as text from ${from} s where ${id} > $1 and ${where} and ${condition} order by ${id} limit ${BATCH}`,
  );
}

/** How many records of `found`, which has their `id` and `lost`, and how many of them lose something at each path. */
export function summaryOf(found: Sql, more: Sql = sql``): string {
  const paths = sql`select path, count(distinct id)::int as records from found cross join lateral jsonb_array_elements_text(found.lost) path group by path order by path`;
  const count = sql`(select count(distinct id)::int from found) as records`;
  return textOf(
    sql`with found as materialized (${found}) select ${count}${more}, (select coalesce(json_agg(p), '[]')::text from (${paths}) p) as lost`,
  );
}
