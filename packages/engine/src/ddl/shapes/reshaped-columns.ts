/**
 * Columns of JSON whose definition has changed. A column with values to convert is replaced like a column whose type changes; drafts are
 * converted in the switch, versions afterwards. Versions that would lose a value stay as they are: they can't be restored.
 */
import { column as columnOf, jsonText, literal, name, sql, table, type Sql } from "../../sql/sql.ts";
import { fitName } from "../../names.ts";
import { updatedAfterSwitch } from "../batches.ts";
import { VERSIONS, type CatalogTable, type Reshaped } from "../catalog.ts";
import { configPathOf, type ColumnDesign, type TableDesign } from "../contract.ts";
import { changeOf, changeRows, type Reason, type TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";
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
export function lossIn({ lost }: Reshaped, configPath: string): string | null {
  if (lost.length === 0) return null;
  const entity = configPath.slice(0, configPath.indexOf("."));
  const paths = lost.map(({ path, records }) => `${entity}.${path} (${records} ${records === 1 ? "record" : "records"})`);
  return `the new definition of ${configPath} can't hold the stored values of ${paths.join(", ")}`;
}

interface ReshapedVersions {
  /** Converts drafts in the switch; not for values with rich text, which PostgreSQL can't convert alone. */
  readonly drafts: Step;
  /** Converts versions after it. */
  readonly afterwards: string;
}

/** Null for a column whose shape stays, and without versions. */
export function reshapeVersions({ entity }: TableDesign, { field, name: own }: ColumnDesign, found: CatalogTable): ReshapedVersions | null {
  const shape = field && shapeOfColumn(field);
  if (!shape || !entity.versions || !found.reshaped?.has(own)) return null;
  const value = sql`t.data -> ${literal(field.name)}`;
  const result = reshape(field, shape, value);
  const set = sql`data = jsonb_set(t.data, array[${literal(field.name)}], (${result}).value)`;
  const rows = sql`entity = ${literal(entity.name)}`;
  const differs = sql`${value} is not null and (${result}).value is distinct from ${value}`;
  const drafts = sql`update ${table(VERSIONS)} t set ${set} where ${rows} and pending and ${differs}`;
  const where = sql`not t.pending and ${differs} and cardinality((${result}).lost) = 0`;
  return { drafts: changeRows(VERSIONS, drafts, "drafts"), afterwards: updatedAfterSwitch(VERSIONS, { rows, set, where }) };
}

/** While processes with an older configuration run, they can't write values of the old shape. */
export function refuseOldShapes(design: TableDesign, found: CatalogTable): TableChange[] {
  return design.columns.flatMap((column) => {
    const { field, name: own } = column;
    const reshaped = found.reshaped?.get(own);
    if (!field || !reshaped) return [];
    const shape = shapeOfColumn(field) ?? (reshaped.texts ? storedShapeOf(field.definition) : null);
    if (!shape) return [];
    const reason: Reason = { phase: "compatibility", configPath: configPathOf(design, column) };
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
