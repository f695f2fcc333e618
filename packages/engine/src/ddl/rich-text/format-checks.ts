/** Which rich text changes its format, and the statements that count and read it. */
import { column, join, literal, name, sql, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { columnNameOf } from "../../names.ts";
import type { Entity, Field, Schema } from "../../types.ts";
import { tableOfKey } from "../catalog.ts";
import type { Catalog } from "../catalog.ts";
import { findStoredColumn, type StoredColumn } from "../stored-column.ts";
import type { ChangedTexts, ContentCheck } from "../changed-texts.ts";
import { converted, fillWritten, otherFormat, resultsKeyOf, resultOf, temporaryText } from "./converted-texts.ts";
import { batchOf, restOfDrafts, summaryOf, textsOf, type Texts } from "./stored-texts.ts";

function countOf(resultsKey: string, field: string, sets: readonly Texts[]): string {
  const all = join(
    sets.map(
      ({ id, text, from, where, isOld = sql`true` }) => sql`select ${id} as id, ${text} as text from ${from} s where ${where} and ${isOld}`,
    ),
    " union all ",
  );
  const lost = sql`coalesce(${resultOf(resultsKey, sql`t.text`, sql`c.lost`)}, jsonb_build_array(${literal(field)}))`;
  return summaryOf(sql`select t.id, ${lost} as lost from (${all}) t`);
}

interface Prepared {
  readonly stored: StoredColumn;
  readonly temporary: string;
  readonly rows: Texts;
  readonly drafts: readonly Texts[];
  readonly sqlType: string;
}

/** What is left when the new column was filled in advance, and the drafts of the entity were converted. */
function restOf(texts: ChangedTexts, { stored: { at }, temporary, rows, drafts, sqlType }: Prepared, ofDrafts: string): ChangedTexts {
  const { resultsKey } = texts;
  const value = converted(resultsKey, sqlType, name(at.column));
  return {
    ...texts,
    batches: [
      batchOf(resultsKey, rows, sql` and ${column("s", temporary)} is null`),
      ...drafts.map((draft) => restOfDrafts(resultsKey, draft, ofDrafts)),
    ],
    fill: textOf(fillWritten(tableOfKey(at.table), at.column, temporary, value)),
  };
}

/** Null for a field whose format doesn't change, or without rows. */
function formatCheck(schema: Schema, entity: Entity, field: Field, catalog: Catalog): ContentCheck | null {
  const { definition, storage } = field;
  const from = otherFormat(field);
  if (from === null || definition.type !== "richtext" || storage.kind !== "column") return null;
  const stored = findStoredColumn({ schema, entity, field, catalog }, from);
  if (!stored) return null;
  const resultsKey = resultsKeyOf(entity, field);
  const isOld = (value: Sql) => sql`jsonb_typeof(${value}) = ${from === "text" ? sql`'string'` : sql`'array'`}`;
  const sets = textsOf(stored, from, catalog, isOld);
  const [rows, ...drafts] = sets;
  const temporary = temporaryText(entity.table, resultsKey, { name: columnNameOf(field.name), sqlType: storage.sqlType, field });
  const to = storage.sqlType === "text" ? "text" : "jsonb";
  const texts: ChangedTexts = { resultsKey, definition, from, to, batches: sets.map((set) => batchOf(resultsKey, set)) };
  const prepared: Prepared = { stored, temporary, rows, drafts, sqlType: storage.sqlType };
  return {
    configPath: `${entity.name}.${field.name}`,
    table: stored.at.table,
    column: stored.at.column,
    sql: countOf(resultsKey, field.name, sets),
    texts,
    rest: (ofDrafts) => (stored.found.columns.has(temporary) ? restOf(texts, prepared, ofDrafts) : texts),
  };
}

/** The checks of all rich text whose format changes. */
export function formatChecks(schema: Schema, catalog: Catalog): ContentCheck[] {
  const configured = [...schema.entities.values()].filter(({ builtIn }) => !builtIn);
  return configured.flatMap((entity) => entity.fields.flatMap((field) => formatCheck(schema, entity, field, catalog) ?? []));
}
