/**
 * Columns of JSON whose definition has changed. A column with values to convert is replaced like a column whose type changes; drafts are
 * converted in the switch, versions afterwards. Versions that would lose a value stay as they are: they can't be restored.
 */
import { column as columnOf, jsonText, literal, name, sql, table, type Sql } from "../../sql/sql.ts";
import { fitName } from "../../names.ts";
import type { Entity, Field } from "../../types.ts";
import { updatedAfterSwitch } from "../batches.ts";
import { VERSIONS, type CatalogTable, type Reshaped } from "../catalog.ts";
import { placeOf, type ColumnDesign, type TableDesign } from "../contract.ts";
import { convertedDraft, fillConvertedDrafts, ifNotConverted } from "../rich-text/converted-drafts.ts";
import { placeOfResults } from "../rich-text/converted-texts.ts";
import type { FillStep } from "../steps/online-steps.ts";
import { changeOf, changeRows, type Reason, type TableChange } from "../steps/change.ts";
import { valueWithTexts } from "./nested-values.ts";
import { reshape, shapeOfColumn, storedShapeOf } from "./stored-shape.ts";

/** Converts a value of the column; null for a column that has none to convert. */
export function reshaping({ field, name: own }: ColumnDesign, found: CatalogTable): ((value: Sql) => Sql) | null {
  const shape = field && shapeOfColumn(field);
  if (!shape || !found.reshaped?.get(own)?.records) return null;
  return (value) => sql`(${reshape(field, shape, value)}).value`;
}

/** Whether the write of this row would lose a part of the new value of the column: such a write waits for the switch. */
export function losesSome({ field }: ColumnDesign, from: string): Sql | null {
  const shape = field && shapeOfColumn(field);
  if (!shape) return null;
  const [now, before] = [columnOf("new", from), columnOf("old", from)];
  return sql`(tg_op = 'INSERT' or ${now} is distinct from ${before}) and cardinality((${reshape(field, shape, now)}).lost) > 0`;
}

/** What would be lost, in words; null if everything is kept. */
export function lossIn({ lost }: Reshaped, place: string): string | null {
  if (lost.length === 0) return null;
  const entity = place.slice(0, place.indexOf("."));
  const paths = lost.map(({ path, records }) => `${entity}.${path} (${records} ${records === 1 ? "record" : "records"})`);
  return `the new definition of ${place} can't hold the stored values of ${paths.join(", ")}`;
}

/** Converts drafts in the switch, and versions afterwards. */
export function reshapeVersions(design: TableDesign, { field, name: own }: ColumnDesign, found: CatalogTable): TableChange[] {
  const shape = field && shapeOfColumn(field);
  if (!shape || !design.entity.versions || !found.reshaped?.has(own)) return [];
  const reason: Reason = { phase: "tables", place: `${design.entity.name}.${field.name}` };
  const value = sql`t.data -> ${literal(field.name)}`;
  const result = reshape(field, shape, value);
  const set = sql`data = jsonb_set(t.data, array[${literal(field.name)}], (${result}).value)`;
  const rows = sql`entity = ${literal(design.entity.name)}`;
  const differs = sql`${value} is not null and (${result}).value is distinct from ${value}`;
  const drafts = found.reshaped.get(own)?.texts
    ? draftsWithTexts(design, field)
    : sql`update ${table(VERSIONS)} t set ${set} where ${rows} and pending and ${differs}`;
  const keepsAll = sql`not t.pending and ${differs} and cardinality((${result}).lost) = 0`;
  const step = changeRows(VERSIONS, drafts, "drafts");
  return [changeOf(reason, step, { afterwards: updatedAfterSwitch(VERSIONS, { rows, set, where: keepsAll }) })];
}

function draftsWithTexts({ entity }: TableDesign, field: Field): Sql {
  const place = placeOfResults(entity, field);
  const value = sql`t.data -> ${literal(field.name)}`;
  const result = valueWithTexts(entity, field, value);
  const now = sql`jsonb_set(t.data, array[${literal(field.name)}], ${result})`;
  const isAffected = ifNotConverted(place, "t", sql`(${value} is not null and ${result} <> ${value})`, sql`true`);
  return sql`update ${table(VERSIONS)} t set data = coalesce(${convertedDraft(place, "t")}, ${now}) where entity = ${literal(entity.name)} and pending and ${isAffected}`;
}

/** Converts drafts whose values contain rich text of another format, while the site is running. */
export function fillDraftsWithTexts(entity: Entity, field: Field): FillStep {
  const valueOf = (stored: Sql): Sql => sql`nullif(${valueWithTexts(entity, field, stored)}, ${stored})`;
  return fillConvertedDrafts(placeOfResults(entity, field), entity, field, valueOf);
}

/** While processes with an older configuration run, they can't write values of the old shape. */
export function refuseOldShapes(design: TableDesign, found: CatalogTable): TableChange[] {
  return design.columns.flatMap((column) => {
    const { field, name: own } = column;
    const reshaped = found.reshaped?.get(own);
    if (!field || !reshaped) return [];
    const shape = shapeOfColumn(field) ?? (reshaped.texts ? storedShapeOf(field.definition) : null);
    if (!shape) return [];
    const reason: Reason = { phase: "compatibility", place: placeOf(design, column) };
    const trigger = fitName(`shape.${design.entity.name}.${field.name}`);
    const refuse = (of: string): Sql => sql`cms.refuse_shape(${literal(of)}, ${jsonText(shape)})`;
    const condition = sql`${columnOf("new", "entity")} = ${literal(design.entity.name)}`;
    const guards = [
      { on: design.table, when: sql`before insert or update of ${name(own)}`, calls: refuse(own) },
      { on: VERSIONS, when: sql`before insert or update of data`, calls: refuse(field.name), condition },
    ];
    return guards.flatMap(({ on, ...guard }): TableChange[] => [
      changeOf(reason, { kind: "createTrigger", table: on, trigger: { name: trigger, ...guard }, purpose: "shapes", orReplace: true }),
      changeOf(reason, { kind: "dropTrigger", table: on, name: trigger, purpose: "shapes", ifExists: true }, { takesAway: "bridge" }),
    ]);
  });
}
