/**
 * Rich text that changes its format. PostgreSQL can't convert it: the process that changes the tables does, and stores the results by the
 * hashes of the stored texts, from where the steps take them.
 */
import { createHash } from "node:crypto";
import { column, literal, name, sql, table, textOf, typeName, type Sql } from "../../sql/sql.ts";
import type { Entity, Field, Table } from "../../types.ts";
import { temporaryName } from "../steps/online-steps.ts";
import type { Step } from "../steps/step.ts";
import type { ColumnDesign } from "../contract.ts";
import { systemTable, tableKey, type Catalog } from "../catalog.ts";
import { changeOf, type TableChange } from "../steps/change.ts";
import { CONVERTED_DRAFTS, CREATE_CONVERTED_DRAFTS } from "./converted-drafts.ts";

/** The results. It exists only while a change is prepared. */
export const CONVERTED = systemTable("ahead.texts");

const PLACED = sql`(place text, digest bytea, value text not null, lost jsonb not null, primary key (place, digest))`;

const CREATE_RESULTS = sql`create unlogged table if not exists ${table(CONVERTED)} ${PLACED}`;
export const CREATE_CONVERTED: string = textOf(sql`${CREATE_RESULTS}; ${CREATE_CONVERTED_DRAFTS}`);

const HASH_LENGTH = 10;

/** Under what the results of a field are stored: texts are converted again if the change of the definition was another one. */
export function resultsKeyOf(
  { name: entity }: Pick<Entity, "name">,
  { name: field, definition }: Pick<Field, "name" | "definition">,
): string {
  const hash = createHash("sha256").update(JSON.stringify(definition)).digest("hex");
  return `${entity}.${field}.${hash.slice(0, HASH_LENGTH)}`;
}

/** Stores results: their key `$1`, the stored values `$2`, the new ones `$3`, and the paths of what these don't say any more `$4`. */
export const STORE_CONVERTED: string = textOf(
  sql`insert into ${table(CONVERTED)} select $1, sha256(convert_to(g.text, 'UTF8')), g.value, g.lost from unnest($2::text[], $3::text[], $4::jsonb[]) g (text, value, lost) on conflict do nothing`,
);

/** The type in which another format of the field is stored; null for a field whose text isn't converted. */
export function otherFormat({ definition, storage }: Field): "text" | "jsonb" | null {
  if (definition.type !== "richtext" || storage.kind !== "column") return null;
  if (storage.sqlType === "text") return "jsonb";
  return definition.format === "document" ? "text" : null;
}

/** The condition that a result belongs to a text. */
export function isResultOf(resultsKey: string, text: Sql): Sql {
  return sql`c.place = ${literal(resultsKey)} and c.digest = sha256(convert_to(${text}, 'UTF8'))`;
}

/** One column of the result for a text, null without a result: a lookup by key, because a join would hash each text for each result. */
export function resultOf(resultsKey: string, text: Sql, of: Sql): Sql {
  return sql`(select ${of} from ${table(CONVERTED)} c where ${isResultOf(resultsKey, text)})`;
}

/** The converted value of a stored one; null while there is none. */
export function converted(resultsKey: string, sqlType: string, value: Sql): Sql {
  return resultOf(resultsKey, sql`(${value})::text`, sql`c.value::${typeName(sqlType)}`);
}

/** The temporary name of the column that replaces one of another format. */
export function temporaryText(of: Table, resultsKey: string, column: ColumnDesign): string {
  return temporaryName({ kind: "convertColumn", table: of, column, using: converted(resultsKey, column.sqlType, name(column.name)) });
}

/** What a trigger sets while both columns exist: a value that is written meanwhile has no result, and is converted in the switch. */
export function keptUntilWritten(from: string, temporary: string): Sql {
  const isSame = sql`${column("new", from)} is not distinct from ${column("old", from)}`;
  return sql`case when tg_op = 'UPDATE' and ${isSame} then ${column("new", temporary)} end`;
}

/** The text of a draft in the field's format: a stored one of the other format is converted, and null without a result. */
export function textOfDraft(entity: Entity, field: Field, sqlType: string, stored: Sql): Sql {
  const isOther = sql`jsonb_typeof(${stored}) = ${sqlType === "jsonb" ? sql`'string'` : sql`'array'`}`;
  const text = sqlType === "jsonb" ? sql`(${stored} #>> '{}')` : sql`${stored}::text`;
  return sql`case when ${isOther} then to_jsonb(${converted(resultsKeyOf(entity, field), sqlType, text)}) else ${stored} end`;
}

/** The condition that a row was written since the new column was filled. */
export const isWritten = (from: string, temporary: string): Sql => sql`${name(temporary)} is null and ${name(from)} is not null`;

/** Brings the results of the rows that were written since into the new column. */
export function fillWritten(of: Table, from: string, temporary: string, value: Sql): Sql {
  return sql`update ${table(of)} set ${name(temporary)} = ${value} where ${isWritten(from, temporary)}`;
}

/** An index of the rows that were written since: the switch must find them without reading the table. It is dropped with the old column. */
export function indexWritten(of: Table, from: string, temporary: string): readonly Step[] {
  const where = isWritten(from, temporary);
  return [
    { kind: "dropIndex", table: of, name: temporary, concurrently: true },
    { kind: "createReferenceIndex", table: of, name: temporary, keys: [name("id")], where, concurrently: true },
  ];
}

/** At the end of a change, when all texts are in their new columns. */
export function dropConverted({ tables }: Catalog): TableChange[] {
  const left = [CONVERTED, CONVERTED_DRAFTS].filter((of) => tables.has(tableKey(of)));
  return left.map((of) => changeOf({ phase: "drops", configPath: "cms" }, { kind: "dropTable", table: of }));
}
