/** Which stored JSON has to be checked because its definition has changed, and the statements that check it. */
import { column, join, literal, sql, table } from "../../sql/sql.ts";
import type { Entity, Field, Schema } from "../../types.ts";
import { tableKey, VERSIONS, type Catalog, type CatalogTable, type Reshaped } from "../catalog.ts";
import type { ContentCheck } from "../changed-texts.ts";
import { draftsKeyOf } from "../rich-text/converted-drafts.ts";
import { formatChecks } from "../rich-text/format-checks.ts";
import { summaryOf } from "../rich-text/stored-texts.ts";
import { findStoredColumn, type StoredColumn } from "../stored-column.ts";
import { nestedTexts } from "./nested-texts.ts";
import { hasNestedTexts, reshapedWithTexts } from "./nested-values.ts";
import { reshape, shapeKey, shapeOfColumn, type StoredShape } from "./stored-shape.ts";

interface Stored extends StoredColumn {
  readonly entity: Entity;
  readonly field: Field;
  readonly shape: StoredShape;
}

function storedField(schema: Schema, entity: Entity, field: Field, catalog: Catalog): Stored | null {
  const shape = shapeOfColumn(field);
  const stored = shape && findStoredColumn({ schema, entity, field, catalog }, "jsonb");
  return stored && { entity, field, shape, ...stored };
}

function isUnchanged({ shape, at }: Stored, { shapes }: Catalog): boolean {
  return shapes?.get(`${at.entity}.${at.field}`) === shapeKey(shape);
}

function checkOf(stored: Stored, catalog: Catalog): ContentCheck {
  const { entity, field, shape, at } = stored;
  const [, tableName = ""] = at.table.split(".");
  const own = column("t", at.column);
  const rows = sql`select t.id, ${own} as given from ${table({ schema: "content", name: tableName })} t where ${own} is not null`;
  const draft = sql`v.data -> ${literal(at.field)}`;
  const drafts = sql`select v.record_id, ${draft} from ${table(VERSIONS)} v where v.entity = ${literal(at.entity)} and v.pending and ${draft} is not null`;
  const all = catalog.tables.has(tableKey(VERSIONS)) ? join([rows, drafts], " union all ") : rows;
  const check = { configPath: `${entity.name}.${field.name}`, table: at.table, column: at.column };
  if (!hasNestedTexts(field.definition)) {
    const found = sql`select s.id, to_jsonb(r.lost) as lost from (${all}) s cross join lateral ${reshape(field, shape, sql`s.given`)} r where r.value is distinct from s.given`;
    return { ...check, sql: summaryOf(found) };
  }
  const found = sql`select s.id, r.lost, r.has_result from (${all}) s cross join lateral ${reshapedWithTexts(entity, field, sql`s.given`)} r where r.value is distinct from s.given`;
  const texts = sql`, (select count(*)::int from found where has_result) as texts`;
  return { ...check, sql: summaryOf(found, texts), ...nestedTexts(entity, field, stored, catalog) };
}

function storedFields(schema: Schema, catalog: Catalog): readonly Stored[] {
  const configured = [...schema.entities.values()].filter(({ builtIn }) => !builtIn);
  return configured.flatMap((entity) => entity.fields.flatMap((field) => storedField(schema, entity, field, catalog) ?? []));
}

/** The checks of all fields with rows whose shape or format is not the stored one. */
export function contentChecks(schema: Schema, catalog: Catalog): ContentCheck[] {
  const changed = storedFields(schema, catalog).filter((stored) => !isUnchanged(stored, catalog));
  return [...changed.map((stored) => checkOf(stored, catalog)), ...formatChecks(schema, catalog)];
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

type WithResult = readonly [check: ContentCheck, result: Reshaped];

/** Whether rich text in the values changes its format. */
const isChangedText = ([{ rest, texts }, { hasTexts }]: WithResult) => rest !== undefined && (hasTexts || !texts?.isNested);

/** The results of the checks of one table by column, with the texts that are left. */
function reshapedBy(checked: readonly WithResult[]): ReadonlyMap<string, Reshaped> {
  const ofDrafts = draftsKeyOf(checked.filter(isChangedText).flatMap(([{ texts }]) => texts ?? []));
  return new Map(
    checked.map((own): [string, Reshaped] => {
      const [{ column: of, rest }, result] = own;
      return [of, { ...result, ...(rest && isChangedText(own) && { texts: rest(ofDrafts) }) }];
    }),
  );
}

/** A catalog with the results of the checks, by the path of the field. */
export function withChecks(catalog: Catalog, checks: readonly ContentCheck[], results: ReadonlyMap<string, Reshaped>): Catalog {
  const byTable = Map.groupBy(checks, (check) => check.table);
  const tables = [...catalog.tables].map(([key, found]): [string, CatalogTable] => {
    const own = (byTable.get(key) ?? []).flatMap((check): WithResult[] => {
      const result = results.get(check.configPath);
      return result ? [[check, result]] : [];
    });
    return [key, own.length > 0 ? { ...found, reshaped: reshapedBy(own) } : found];
  });
  return { ...catalog, tables: new Map(tables) };
}
