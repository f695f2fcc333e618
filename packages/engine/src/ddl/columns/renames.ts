/** Applies `renamedFrom` of entities and fields, and returns the catalog as it is after the renames. */
import { columnNameOf, fitName } from "../../names.ts";
import { literal, sql, table } from "../../sql/sql.ts";
import type { Entity, Field, Schema, Table } from "../../types.ts";
import { canKeepBothNames, keepBothNames, type RenamedField } from "../compatibility-views.ts";
import { areCopied, COPIED, renameRows, type RenamedEntity } from "../renamed-entities.ts";
import { renameValues } from "./renamed-values.ts";
import { namedValuesOf, systemTable, tableKey, type Catalog, type CatalogTable } from "../catalog.ts";
import { dropTrigger, isCounting, type Family } from "../triggers/system-triggers.ts";
import type { Purpose } from "../steps/step.ts";
import { changeOf, changeRows, changesOf, type TableChange } from "../steps/change.ts";

type Tables = Map<string, CatalogTable>;

interface Renamed {
  readonly changes: readonly TableChange[];
  readonly renamedField: RenamedField;
}

export interface Renames {
  readonly changes: readonly TableChange[];
  readonly catalog: Catalog;
  readonly renamedFields: readonly RenamedField[];
}

interface RenameOptions {
  readonly hasOlderProcesses: boolean;
  /** The triggers of features that pass on an entity's name. */
  readonly families: readonly Family[];
}

const content = (tableName: string): Table => ({ schema: "content", name: fitName(tableName) });

function renameTable(tables: Tables, from: Table, to: Table, configPath: string): TableChange[] {
  const found = tables.get(tableKey(from));
  if (!found || tables.has(tableKey(to))) return [];
  tables.delete(tableKey(from));
  tables.set(tableKey(to), found);
  for (const [key, { foreignKeys, ...rest }] of tables) {
    const moved = [...foreignKeys].map(
      ([constraint, at]) => [constraint, at.target === tableKey(from) ? { ...at, target: tableKey(to) } : at] as const,
    );
    tables.set(key, { ...rest, foreignKeys: new Map(moved) });
  }
  return [changeOf({ phase: "renames", configPath }, { kind: "renameTable", table: from, to: to.name })];
}

const NAMED = ["draft_claims", "schedules", "previews", "removals"].map(systemTable);
/** What they contain is computed, or kept for a short time. */
const DERIVED = ["entity_stamps", "idempotency"].map(systemTable);

/** System tables that contain the entity's name are updated. */
function renameInSystemTables(renamed: RenamedEntity, catalog: Catalog): TableChange[] {
  const { from, to } = renamed;
  const [old, now] = [literal(from), literal(to)];
  const steps = [
    ...NAMED.map((own) => changeRows(own, sql`update ${table(own)} set entity = ${now} where entity = ${old}`, "names")),
    ...DERIVED.map((own) => changeRows(own, sql`delete from ${table(own)} where entity = ${old}`, "oldNames")),
  ];
  return [...COPIED.map((rows) => renameRows(rows, renamed, catalog)), ...changesOf({ phase: "renames", configPath: to }, steps)];
}

/** The purpose of a trigger that passes on the name of its entity; undefined for any other. */
type PurposeOf = (trigger: string) => Purpose | undefined;

/** Without the triggers that pass on the entity's name. */
function withoutNamed(tables: Tables, of: Table, purposeOf: PurposeOf): TableChange[] {
  const found = tables.get(tableKey(of));
  if (!found) return [];
  const drops = [...found.triggers].flatMap((trigger) => {
    const purpose = purposeOf(trigger);
    return purpose ? [dropTrigger(of, trigger, purpose)] : [];
  });
  if (drops.length === 0) return [];
  tables.set(tableKey(of), { ...found, triggers: new Set([...found.triggers].filter((trigger) => !purposeOf(trigger))) });
  return changesOf({ phase: "renames", configPath: of.name }, drops);
}

function renameTables(tables: Tables, { entity, from }: { entity: Entity; from: string }, purposeOf: PurposeOf): TableChange[] {
  const own = renameTable(tables, content(from), entity.table, entity.name);
  if (own.length === 0) return [];
  const junctions = entity.fields.flatMap(({ name: field, definition: { renamedFrom = field } }) => {
    const [old, now] = [content(`${from}__${renamedFrom}`), content(`${entity.name}__${renamedFrom}`)];
    const moved = renameTable(tables, old, now, `${entity.name}.${field}`);
    return moved.length > 0 ? [...moved, ...withoutNamed(tables, now, purposeOf)] : [];
  });
  return [...own, ...withoutNamed(tables, entity.table, purposeOf), ...junctions];
}

function renameColumn(tables: Tables, of: Table, from: string, to: string, configPath: string): TableChange[] {
  const found = tables.get(tableKey(of));
  const sqlType = found?.columns.get(from);
  if (!found || sqlType === undefined || found.columns.has(to)) return [];
  const columns = new Map([...found.columns].map(([column, type]) => [column === from ? to : column, type]));
  const foreignKeys = new Map([...found.foreignKeys].map(([key, at]) => [key, at.column === from ? { ...at, column: to } : at]));
  const reshaped = found.reshaped && new Map([...found.reshaped].map(([column, result]) => [column === from ? to : column, result]));
  tables.set(tableKey(of), { ...found, columns, foreignKeys, ...(reshaped && { reshaped }) });
  return [changeOf({ phase: "renames", configPath }, { kind: "renameColumn", table: of, from, to })];
}

/** A relation may at the same time become to-many or to-one: it is renamed here as it is, and moved later. */
function renameField(tables: Tables, entity: Entity, { name: field, target, definition: { renamedFrom: from } }: Field): Renamed | null {
  if (from === undefined) return null;
  const configPath = `${entity.name}.${field}`;
  const [oldLinks, links] = [content(`${entity.name}__${from}`), content(`${entity.name}__${field}`)];
  const [oldColumn, ownColumn] = [columnNameOf(from), columnNameOf(field)];
  const names = { entity, field: { from, to: field } };
  const ofTable = target === null ? [] : renameTable(tables, oldLinks, links, configPath);
  if (ofTable.length > 0)
    return { changes: ofTable, renamedField: { ...names, stored: { kind: "junction", from: oldLinks.name, to: links.name } } };
  const ofColumn = renameColumn(tables, entity.table, oldColumn, ownColumn, configPath);
  if (ofColumn.length === 0) return null;
  return { changes: ofColumn, renamedField: { ...names, stored: { kind: "column", from: oldColumn, to: ownColumn } } };
}

/** While other processes know the field by its old name, the history also keeps that name. */
function renameInVersions(
  renamedField: RenamedField,
  hasOlderProcesses: boolean,
  catalog: Catalog,
  copied: readonly Table[],
): TableChange[] {
  const { entity, field } = renamedField;
  const [old, now] = [literal(field.from), literal(field.to)];
  const data = hasOlderProcesses ? sql`data` : sql`(data - ${old})`;
  const renamed = namedValuesOf(entity).map((of) => ({
    of,
    whole: sql`update ${table(of)} set data = ${data} || jsonb_build_object(${now}, data -> ${old}) where entity = ${literal(entity.name)} and jsonb_exists(data, ${old})`,
  }));
  if (hasOlderProcesses) return [...keepBothNames(renamedField), ...renamed.map((values) => renameValues(renamedField, values, catalog))];
  const left = renamed.filter(({ of }) => !copied.includes(of));
  return changesOf(
    { phase: "renames", configPath: `${entity.name}.${field.to}` },
    left.map(({ of, whole }) => changeRows(of, whole, "names")),
  );
}

/**
 * The renames that are not done yet, and the catalog after them; while processes with an older configuration run, also the fields that
 * these know by another name. A renamed entity has other URLs, so its old tables would be of no use.
 */
export function planRenames(schema: Schema, catalog: Catalog, { hasOlderProcesses, families }: RenameOptions): Renames {
  const purposeOf: PurposeOf = (trigger) =>
    isCounting(trigger) ? "counting" : families.find(({ includes }) => includes(trigger))?.purpose;
  const tables: Tables = new Map(catalog.tables);
  const renamedFields: RenamedField[] = [];
  const changes = schema.config.entities.flatMap(({ name: entityName, renamedFrom }) => {
    const entity = schema.entities.get(entityName);
    if (!entity) return [];
    const ofTables = renamedFrom === undefined ? [] : renameTables(tables, { entity, from: renamedFrom }, purposeOf);
    const fields = entity.fields.flatMap((field) => renameField(tables, entity, field) ?? []);
    const renamed = ofTables.length > 0 && {
      from: renamedFrom ?? "",
      to: entityName,
      fields: fields.map(({ renamedField }) => renamedField.field),
    };
    const copied = renamed ? COPIED.filter((rows) => areCopied(rows, renamed, catalog)).map(({ of }) => of) : [];
    const ofFields = fields.flatMap(({ changes: ofField, renamedField }) => {
      const keepsBoth = hasOlderProcesses && !renamed && canKeepBothNames(renamedField);
      if (keepsBoth) renamedFields.push(renamedField);
      return [...ofField, ...renameInVersions(renamedField, keepsBoth, catalog, copied)];
    });
    return [...ofTables, ...(renamed ? renameInSystemTables(renamed, catalog) : []), ...ofFields];
  });
  return { changes, catalog: { ...catalog, tables }, renamedFields };
}
