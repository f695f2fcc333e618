/** What happens to an entity's rows when it becomes a global, or one with a row for each locale, or no longer is. */
import { GLOBAL_GROUP, isLocalized } from "../row-keys.ts";
import { empty, literal, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Schema } from "../types.ts";
import type { CatalogTable, TableChange } from "./catalog.ts";
import type { TableDesign } from "./contract.ts";
import { localizedIndex } from "./indexes/indexes.ts";

const NEWEST = sql`updated_at desc, id desc`;

interface Kept {
  /** The ids of the rows that stay. */
  readonly rows: Sql;
  /** What is lost, as a sentence. */
  readonly lossy: string;
}

function keptOf({ config: { defaultLocale } }: Schema, { entity, table: of }: TableDesign, found: CatalogTable): Kept {
  const { name } = entity;
  if (isLocalized(entity))
    return {
      rows: sql`select distinct on (locale) id from ${table(of)} order by locale, ${NEWEST}`,
      lossy: `${name} is a global from now on: all records but the newest of each locale are lost`,
    };
  const wasLocalized = found.indexes.has(localizedIndex(entity).name);
  const first = wasLocalized ? sql`locale = ${literal(defaultLocale)} desc, ` : empty;
  const lossy = wasLocalized
    ? `${name} is in one language from now on: all its translations but that in ${defaultLocale} are lost`
    : `${name} is a global from now on: all records but the newest are lost`;
  return { rows: sql`select id from ${table(of)} order by ${first}${NEWEST} limit 1`, lossy };
}

/** Leaves one row, or one for each locale, before the index that enforces this is created; nothing if the index exists. */
export function becomeGlobal(schema: Schema, design: TableDesign, found: CatalogTable): TableChange[] {
  const { entity, table: of } = design;
  const isNew = design.indexes.some((index) => index.kind === "single" && !found.indexes.has(index.name));
  if (!isNew || found.rows === 0) return [];
  const grouped = sql`update ${table(of)} set translation_group = ${literal(GLOBAL_GROUP)}`;
  const { rows, lossy } = keptOf(schema, design, found);
  const deleted = sql`delete from ${table(of)} where id not in (${rows})`;
  return [
    ...(found.rows > 1 ? [{ sql: textOf(deleted), lossy, place: entity.name }] : []),
    ...(isLocalized(entity) ? [{ sql: textOf(grouped), lossy: null, place: entity.name }] : []),
  ];
}
