/** Which stored JSON has to be checked because its definition has changed, and the statements that check it. */
import { column, join, literal, sql, table, textOf } from "../../sql/sql.ts";
import { columnNameOf } from "../../names.ts";
import type { Entity, Field, Schema } from "../../types.ts";
import { tableKey } from "../catalog.ts";
import type { Catalog, CatalogTable, Reshaped } from "../catalog.ts";
import { tableNamed } from "../current-table.ts";
import { VERSIONS } from "../stored-content.ts";
import { reshape, shapeKey, shapeOfColumn } from "./stored-shape.ts";
import type { StoredShape } from "./stored-shape.ts";

/** A check of one field. `sql` returns one row: `records` and `lost`, as in `Reshaped`, the latter as JSON text. */
export interface ContentCheck {
  /** `article.links` */
  readonly place: string;
  /** The key of the table in the catalog, and the column, as they are now. */
  readonly table: string;
  readonly column: string;
  readonly sql: string;
}

interface Stored {
  readonly entity: Entity;
  readonly field: Field;
  readonly shape: StoredShape;
  readonly found: CatalogTable;
  /** Today's names of the table, its column, the entity and the field. */
  readonly at: { readonly table: string; readonly column: string; readonly entity: string; readonly field: string };
}

function storedField(schema: Schema, entity: Entity, field: Field, catalog: Catalog): Stored | null {
  const shape = shapeOfColumn(field);
  const current = shape && tableNamed(schema, entity.table, catalog);
  const found = current && catalog.tables.get(tableKey(current));
  if (!found || found.rows === 0) return null;
  const { renamedFrom } = schema.config.entities.find(({ name: own }) => own === entity.name) ?? {};
  const isRenamed = tableKey(current) !== tableKey(entity.table);
  const names = [field.name, field.definition.renamedFrom ?? field.name];
  const stored = names.find((one) => found.columns.get(columnNameOf(one)) === "jsonb");
  if (stored === undefined) return null;
  const at = {
    table: tableKey(current),
    column: columnNameOf(stored),
    entity: isRenamed ? (renamedFrom ?? entity.name) : entity.name,
    field: stored,
  };
  return { entity, field, shape, found, at };
}

function isUnchanged({ shape, at }: Stored, { shapes }: Catalog): boolean {
  return shapes?.get(`${at.entity}.${at.field}`) === shapeKey(shape);
}

function checkOf({ entity, field, shape, at }: Stored, catalog: Catalog): ContentCheck {
  const [, tableName = ""] = at.table.split(".");
  const own = column("t", at.column);
  const rows = sql`select t.id, ${own} as given from ${table({ schema: "content", name: tableName })} t where ${own} is not null`;
  const draft = sql`v.data -> ${literal(at.field)}`;
  const drafts = sql`select v.record_id, ${draft} from ${table(VERSIONS)} v where v.entity = ${literal(at.entity)} and v.pending and ${draft} is not null`;
  const all = catalog.tables.has(tableKey(VERSIONS)) ? join([rows, drafts], " union all ") : rows;
  const found = sql`select s.id, r.lost from (${all}) s cross join lateral ${reshape(field, shape, sql`s.given`)} r where r.value is distinct from s.given`;
  const paths = sql`select path, count(distinct id)::int as records from found cross join lateral unnest(found.lost) path group by path order by path`;
  return {
    place: `${entity.name}.${field.name}`,
    table: at.table,
    column: at.column,
    sql: textOf(
      sql`with found as materialized (${found}) select (select count(distinct id)::int from found) as records, (select coalesce(json_agg(p), '[]')::text from (${paths}) p) as lost`,
    ),
  };
}

function storedFields(schema: Schema, catalog: Catalog): readonly Stored[] {
  const configured = [...schema.entities.values()].filter(({ builtIn }) => !builtIn);
  return configured.flatMap((entity) => entity.fields.flatMap((field) => storedField(schema, entity, field, catalog) ?? []));
}

/** The checks of all fields with rows whose shape is not the stored one. */
export function contentChecks(schema: Schema, catalog: Catalog): ContentCheck[] {
  const changed = storedFields(schema, catalog).filter((stored) => !isUnchanged(stored, catalog));
  return changed.map((stored) => checkOf(stored, catalog));
}

/** The keys of the shapes of all fields that are stored as JSON, by `article.links`: what is stored with the configuration's hash. */
export function shapeKeys(schema: Schema): ReadonlyMap<string, string> {
  return new Map(
    [...schema.entities.values()].flatMap((entity) =>
      entity.fields.flatMap((field): [string, string][] => {
        const shape = shapeOfColumn(field);
        return shape ? [[`${entity.name}.${field.name}`, shapeKey(shape)]] : [];
      }),
    ),
  );
}

/** A catalog with the results of the checks, by place. */
export function withChecks(catalog: Catalog, checks: readonly ContentCheck[], results: ReadonlyMap<string, Reshaped>): Catalog {
  const byTable = Map.groupBy(checks, (check) => check.table);
  const tables = [...catalog.tables].map(([key, found]): [string, CatalogTable] => {
    const own = (byTable.get(key) ?? []).flatMap(({ place, column: of }) => {
      const result = results.get(place);
      return result ? [[of, result] as const] : [];
    });
    return [key, own.length > 0 ? { ...found, reshaped: new Map(own) } : found];
  });
  return { ...catalog, tables: new Map(tables) };
}
