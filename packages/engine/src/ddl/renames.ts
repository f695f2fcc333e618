/** `renamedFrom` of entities and fields: what has the old name gets the new one, and the catalog is read as if it had. */
import { columnNameOf, fitName } from "../names.ts";
import { literal, name, sql, table, textOf } from "../sql/sql.ts";
import type { Entity, Schema, Table } from "../types.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, CatalogTable, TableChange } from "./catalog.ts";

type Tables = Map<string, CatalogTable>;

const content = (tableName: string): Table => ({ schema: "content", name: fitName(tableName) });

function renameTable(tables: Tables, from: Table, to: Table, place: string): TableChange[] {
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
  return [{ sql: textOf(sql`alter table ${table(from)} rename to ${name(to.name)}`), lossy: null, place }];
}

/** System tables that name the entity follow it. */
function renameInSystemTables(from: string, to: string): TableChange[] {
  const [old, now] = [literal(from), literal(to)];
  const steps = [
    sql`update cms.versions set entity = ${now} where entity = ${old}`,
    sql`update cms.draft_claims set entity = ${now} where entity = ${old}`,
    sql`update cms.schedules set entity = ${now} where entity = ${old}`,
    sql`delete from cms.entity_stamps where entity = ${old}`,
    sql`delete from cms.idempotency where entity = ${old}`,
  ];
  return steps.map((step) => ({ sql: textOf(step), lossy: null, place: to }));
}

function withoutTouch(tables: Tables, of: Table): TableChange[] {
  const found = tables.get(tableKey(of));
  if (!found?.triggers.has("touch")) return [];
  tables.set(tableKey(of), { ...found, triggers: new Set([...found.triggers].filter((trigger) => trigger !== "touch")) });
  return [{ sql: textOf(sql`drop trigger ${name("touch")} on ${table(of)}`), lossy: null, place: of.name }];
}

function renameEntity(tables: Tables, entity: Entity, from: string): TableChange[] {
  const own = renameTable(tables, content(from), entity.table, entity.name);
  if (own.length === 0) return [];
  const junctions = entity.fields.flatMap(({ name: field, definition: { renamedFrom = field } }) => {
    const [old, now] = [content(`${from}__${renamedFrom}`), content(`${entity.name}__${renamedFrom}`)];
    const moved = renameTable(tables, old, now, `${entity.name}.${field}`);
    return moved.length > 0 ? [...moved, ...withoutTouch(tables, now)] : [];
  });
  return [...own, ...withoutTouch(tables, entity.table), ...junctions, ...renameInSystemTables(from, entity.name)];
}

function renameColumn(tables: Tables, of: Table, from: string, to: string, place: string): TableChange[] {
  const found = tables.get(tableKey(of));
  const sqlType = found?.columns.get(from);
  if (!found || sqlType === undefined || found.columns.has(to)) return [];
  const columns = new Map([...found.columns].map(([column, type]) => [column === from ? to : column, type]));
  const foreignKeys = new Map([...found.foreignKeys].map(([key, at]) => [key, at.column === from ? { ...at, column: to } : at]));
  tables.set(tableKey(of), { ...found, columns, foreignKeys });
  return [{ sql: textOf(sql`alter table ${table(of)} rename column ${name(from)} to ${name(to)}`), lossy: null, place }];
}

/** A relation may become many, or one, at the same time: what it was until now is renamed, and moved later. */
function renameFields(tables: Tables, entity: Entity): TableChange[] {
  return entity.fields.flatMap(({ name: field, definition, target }) => {
    const from = definition.renamedFrom;
    const place = `${entity.name}.${field}`;
    if (from === undefined) return [];
    const links =
      target === null ? [] : renameTable(tables, content(`${entity.name}__${from}`), content(`${entity.name}__${field}`), place);
    const moved = links.length > 0 ? links : renameColumn(tables, entity.table, columnNameOf(from), columnNameOf(field), place);
    return moved.length > 0 ? [...moved, renameInVersions(entity.name, from, field, place)] : moved;
  });
}

function renameInVersions(entity: string, from: string, to: string, place: string): TableChange {
  const [old, now] = [literal(from), literal(to)];
  const step = sql`update cms.versions set data = (data - ${old}) || jsonb_build_object(${now}, data -> ${old}) where entity = ${literal(entity)} and jsonb_exists(data, ${old})`;
  return { sql: textOf(step), lossy: null, place };
}

/** The renames that are still to be done, and the catalog as it is after them. */
export function planRenames(schema: Schema, catalog: Catalog): { readonly changes: readonly TableChange[]; readonly catalog: Catalog } {
  const tables: Tables = new Map(catalog.tables);
  const changes = schema.config.entities.flatMap(({ name: entityName, renamedFrom }) => {
    const entity = schema.entities.get(entityName);
    if (!entity) return [];
    const renamed = renamedFrom === undefined ? [] : renameEntity(tables, entity, renamedFrom);
    return [...renamed, ...renameFields(tables, entity)];
  });
  return { changes, catalog: { ...catalog, tables } };
}
