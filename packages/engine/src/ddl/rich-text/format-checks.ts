/** Which rich text changes its format, and the statements that count and read it. */
import { column, join, literal, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { columnNameOf } from "../../names.ts";
import type { Entity, Field, Schema } from "../../types.ts";
import { tableKey, tableOfKey } from "../catalog.ts";
import type { Catalog } from "../catalog.ts";
import type { ContentCheck } from "../content-check.ts";
import { VERSIONS } from "../stored-content.ts";
import { storedPlace, type StoredPlace } from "../stored-place.ts";
import type { ChangedTexts } from "../changed-texts.ts";
import { CONVERTED, converted, fillWritten, isResultOf, otherFormat, placeOfResults, temporaryText } from "./converted-texts.ts";

/** Texts per batch: long ones take some milliseconds each. */
const BATCH = sql`50`;

/** A set of stored texts: `from` has the alias `s`. */
interface Texts {
  /** The id of the record. */
  readonly id: Sql;
  readonly text: Sql;
  readonly from: Sql;
  readonly where: Sql;
}

function textsOf({ at }: StoredPlace, from: "text" | "jsonb", { tables }: Catalog): readonly [Texts, ...Texts[]] {
  const own = column("s", at.column);
  const rows: Texts = { id: column("s", "id"), text: sql`${own}::text`, from: table(tableOfKey(at.table)), where: sql`${own} is not null` };
  if (!tables.has(tableKey(VERSIONS))) return [rows];
  const value = sql`s.data -> ${literal(at.field)}`;
  const text = from === "text" ? sql`s.data ->> ${literal(at.field)}` : sql`(${value})::text`;
  const isOld = sql`jsonb_typeof(${value}) = ${from === "text" ? sql`'string'` : sql`'array'`}`;
  const where = sql`s.entity = ${literal(at.entity)} and s.pending and ${isOld}`;
  return [rows, { id: column("s", "record_id"), text, from: table(VERSIONS), where }]; // a record has one draft: its id is indexed
}

function batchOf(place: string, { id, text, from, where }: Texts, more: Sql = sql``): string {
  const isNew = sql`not exists (select from ${table(CONVERTED)} c where ${isResultOf(place, text)})`;
  return textOf(
    sql`select ${id}::text as id, ${text} as text from ${from} s where ${id} > $1 and ${where} and ${isNew}${more} order by ${id} limit ${BATCH}`,
  );
}

function countOf(place: string, field: string, sets: readonly Texts[]): string {
  const all = join(
    sets.map(({ id, text, from, where }) => sql`select ${id} as id, ${text} as text from ${from} s where ${where}`),
    " union all ",
  );
  const found = sql`select t.id, coalesce(c.whole, false) as whole from (${all}) t left join ${table(CONVERTED)} c on ${isResultOf(place, sql`t.text`)}`;
  const lost = sql`select ${literal(field)} as path, count(distinct id)::int as records from found where not whole having count(*) > 0`;
  return textOf(
    sql`with found as materialized (${found}) select (select count(distinct id)::int from found) as records, (select coalesce(json_agg(l), '[]')::text from (${lost}) l) as lost`,
  );
}

interface Prepared {
  readonly stored: StoredPlace;
  readonly temporary: string;
  readonly rows: Texts;
  readonly drafts: readonly Texts[];
  readonly sqlType: string;
}

/** What is left when the new column was filled in advance. */
function restOf(texts: ChangedTexts, { stored: { at }, temporary, rows, drafts, sqlType }: Prepared): ChangedTexts {
  const { place } = texts;
  const value = converted(place, sqlType, name(at.column));
  return {
    ...texts,
    batches: [batchOf(place, rows, sql` and ${column("s", temporary)} is null`), ...drafts.map((one) => batchOf(place, one))],
    fill: textOf(fillWritten(tableOfKey(at.table), at.column, temporary, value)),
  };
}

/** Null for a field whose format doesn't change, or without rows. */
function formatCheck(schema: Schema, entity: Entity, field: Field, catalog: Catalog): ContentCheck | null {
  const { definition, storage } = field;
  const from = otherFormat(field);
  if (from === null || definition.type !== "richtext" || storage.kind !== "column") return null;
  const stored = storedPlace({ schema, entity, field, catalog }, from);
  if (!stored) return null;
  const place = placeOfResults(entity, field);
  const sets = textsOf(stored, from, catalog);
  const [rows, ...drafts] = sets;
  const temporary = temporaryText(entity.table, place, { name: columnNameOf(field.name), sqlType: storage.sqlType, field });
  const texts: ChangedTexts = { place, definition, batches: sets.map((one) => batchOf(place, one)) };
  const rest = stored.found.columns.has(temporary) ? restOf(texts, { stored, temporary, rows, drafts, sqlType: storage.sqlType }) : texts;
  return {
    place: `${entity.name}.${field.name}`,
    table: stored.at.table,
    column: stored.at.column,
    sql: countOf(place, field.name, sets),
    texts,
    rest,
  };
}

/** The checks of all rich text whose format changes. */
export function formatChecks(schema: Schema, catalog: Catalog): ContentCheck[] {
  const configured = [...schema.entities.values()].filter(({ builtIn }) => !builtIn);
  return configured.flatMap((entity) => entity.fields.flatMap((field) => formatCheck(schema, entity, field, catalog) ?? []));
}
