/** What happens to an entity's rows when it becomes a global, or one with a row for each locale, or no longer is. */
import { fitName } from "../names.ts";
import { GLOBAL_GROUP, isLocalized } from "../row-keys.ts";
import { empty, literal, sql, table } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Schema, Table } from "../types.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, CatalogTable } from "./catalog.ts";
import type { CurrentTable, IndexDesign, TableDesign } from "./contract.ts";
import { buildOnline, temporaryIndex } from "./indexes/index-changes.ts";
import { localizedIndex } from "./indexes/indexes.ts";
import { changeOf, changeRows, changesOf } from "./steps/change.ts";
import type { TableChange } from "./steps/change.ts";
import type { Step } from "./steps/step.ts";

const NEWEST = sql`updated_at desc, id desc`;

interface Kept {
  /** The ids of the rows that stay. */
  readonly rows: Sql;
  /** What is lost, as a sentence. */
  readonly lossy: string;
}

/** The newest row of each locale: one look into the index for each, whatever the number of rows. */
function newestOfEach(of: Table): Sql {
  const newest = sql`select locale, id from ${table(of)}`;
  const order = sql`order by locale desc, ${NEWEST} limit 1`;
  const next = sql`select n.* from newest m cross join lateral (${newest} where locale < m.locale ${order}) n`;
  return sql`with recursive newest as ((${newest} ${order}) union all ${next}) select id from newest`;
}

function isTranslated({ columns }: CatalogTable): boolean {
  return columns.has("locale");
}

function keptOf({ config: { defaultLocale } }: Schema, { entity, table: of }: TableDesign, found: CatalogTable): Kept {
  const { name: own } = entity;
  if (isLocalized(entity) && isTranslated(found))
    return { rows: newestOfEach(of), lossy: `${own} is a global from now on: all records but the newest of each locale are lost` };
  const wasLocalized = found.indexes.has(localizedIndex(entity).name);
  const defaultLocaleFirst = wasLocalized ? sql`locale = ${literal(defaultLocale)} desc, ` : empty;
  const lossy = wasLocalized
    ? `${own} is in one language from now on: all its translations but that in ${defaultLocale} are lost`
    : `${own} is a global from now on: all records but the newest are lost`;
  return { rows: sql`select id from ${table(of)} order by ${defaultLocaleFirst}${NEWEST} limit 1`, lossy };
}

/** Whether the index that enforces this does not exist yet. */
function isNew({ indexes }: TableDesign, found: CatalogTable): boolean {
  return found.rows > 0 && indexes.some((index) => index.kind === "single" && !found.indexes.has(index.name));
}

/** Needed until the switch, to find the newest row of each locale; null if there is nothing to find. */
export function newestIndex(design: TableDesign, found: CatalogTable | null): IndexDesign | null {
  if (!found || found.rows < 2 || !isLocalized(design.entity) || !isTranslated(found) || !isNew(design, found)) return null;
  const columns = ["locale", "updated_at", "id"];
  return { name: fitName(["newest", design.table.name, ...columns].join(".")), kind: "plain", columns, field: null };
}

interface Referring {
  readonly key: string;
  readonly columns: readonly string[];
}

function referringTo(of: Table, { tables }: Catalog): readonly Referring[] {
  const columnsOf = ({ foreignKeys }: CatalogTable) => [...foreignKeys.values()].filter(({ target }) => target === tableKey(of));
  const found = [...tables].map(([key, table]) => ({ key, columns: columnsOf(table).map(({ column: own }) => own) }));
  return found.filter(({ columns }) => columns.length > 0).toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** The tables with links and references of the records. Null if other tables, or the records themselves, refer to the records. */
function ownTables(of: Table, catalog: Catalog): readonly Table[] | null {
  const referring = referringTo(of, catalog);
  const known = new Set(referring.map(({ key }) => key));
  const others = [...(catalog.tables.get(tableKey(of))?.referrers ?? [])].filter((key) => !known.has(key));
  if (others.length > 0 || referring.some(({ columns }) => columns.some((column) => column !== "source_id"))) return null;
  return referring.map(({ key }) => ({ schema: "content", name: key.slice("content.".length) }));
}

/** Leaves one row, or one for each locale, before the index that enforces this is created; nothing if the index exists. */
export function becomeGlobal(
  schema: Schema,
  design: TableDesign,
  { found, current, catalog }: { readonly found: CatalogTable; readonly current: CurrentTable | null; readonly catalog: Catalog },
): TableChange[] {
  const { entity, table: of } = design;
  if (!isNew(design, found)) return [];
  const { rows, lossy } = keptOf(schema, design, found);
  const index = newestIndex(design, found);
  const built = index && current && buildOnline(design, index, current);
  const temporary = index && temporaryIndex(design, index);
  const reason = { phase: "globals", configPath: entity.name } as const;
  const keep = changeOf(
    reason,
    { kind: "keepRows", table: of, ids: rows, own: ownTables(of, catalog) },
    { lossy, onlineSteps: built && [built] },
  );
  const inGroup = sql`update ${table(of)} set translation_group = ${literal(GLOBAL_GROUP)}`;
  const steps: readonly Step[] = [
    ...(temporary !== null && found.indexes.has(temporary) ? [{ kind: "dropIndex", table: of, name: temporary } as const] : []),
    ...(isLocalized(entity) ? [changeRows(of, inGroup, "group")] : []),
  ];
  return [...(found.rows > 1 ? [keep] : []), ...changesOf(reason, steps)];
}
