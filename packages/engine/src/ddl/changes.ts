/** Schema and catalog → the steps that bring the database to the configuration. */
import { name, sql, table, textOf } from "../sql/sql.ts";
import type { Schema, Table } from "../types.ts";
import { planRenames } from "./columns/renames.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, CatalogTable, TableChange } from "./catalog.ts";
import { clearCopies } from "./abandoned-copies.ts";
import { isTemporary } from "./ahead.ts";
import { closeBridges, openBridges } from "./bridges.ts";
import { claimChanges } from "./indexes/claims.ts";
import { columnChanges, columnDrops, replacedColumns } from "./columns/columns.ts";
import { placeOf, type CurrentTable, type TableDesign } from "./contract.ts";
import { designTables } from "./design.ts";
import { becomeGlobal, newestIndex } from "./global-rows.ts";
import { auditTriggers } from "./audit-triggers.ts";
import { eventTriggers } from "./event-triggers.ts";
import { groupTriggers } from "./group-triggers.ts";
import { FUNCTIONS } from "./functions/functions.ts";
import { temporaryIndex, makeIndex } from "./indexes/index-changes.ts";
import { temporaryKey, makeKey } from "./indexes/key-changes.ts";
import { copiedLinks, isRetargeted, takeLinks } from "./links/copied-links.ts";
import type { CopiedLinks } from "./links/copied-links.ts";
import { relationMoves } from "./links/moves.ts";
import { isReferenceTable } from "../references/reference-tables.ts";
import { dropFollowing, dropReferences, dropTriggersBefore, referenceChanges, referenceTableNames } from "./references/changes.ts";
import { abandonedColumns } from "./columns/new-columns.ts";
import { abandonedTriggers } from "./columns/remade-columns.ts";
import { endDefaults, keepWritable } from "./columns/translation-columns.ts";
import { addTouch, clearOrphans, createTable } from "./render.ts";
import { currentTableOf } from "./current-table.ts";
import type { Catalogs } from "./current-table.ts";
import { storeRows } from "./storage.ts";
import { dropTrash, freeInTrash } from "./trash-changes.ts";
import { refuseOldShapes } from "./shapes/reshaped-columns.ts";
import { dropWords, dropWordsTriggers } from "./words-tables.ts";

/** Only indexes and keys with these names are dropped; any other was created by a person and is kept. */
const MANAGED_INDEX = /^(unique|distinct|index|sorted|trigram|key|grams|list|single|start)\./;
const MANAGED_KEY = /^fk\./;
const NOTHING: CatalogTable = { columns: new Map(), indexes: new Set(), foreignKeys: new Map(), triggers: new Set(), rows: 0 };

interface ChangeOptions {
  readonly hasOlderProcesses: boolean;
}

interface Links {
  readonly links: readonly CopiedLinks[];
  /** After the renames. */
  readonly catalog: Catalog;
}

/** A table's design and its current state in the database. */
interface Pair {
  readonly design: TableDesign;
  readonly found: CatalogTable | null;
  /** The table before renames; null if nothing can be built in advance. */
  readonly current: CurrentTable | null;
  readonly replaced: ReadonlySet<string>;
}

function pairUp(schema: Schema, designs: readonly TableDesign[], catalogs: Catalogs): Pair[] {
  const { catalog } = catalogs;
  return designs.map((design) => {
    const found = catalog.tables.get(tableKey(design.table)) ?? null;
    const indexes = design.indexes.filter((index) => catalog.trigram || index.kind !== "trigram");
    const current = found && currentTableOf(schema, design, catalogs);
    return { design: { ...design, indexes }, found, current, replaced: found ? replacedColumns(design, found) : new Set() };
  });
}

/** While processes with an older configuration run, a dropped column keeps its key as long as it exists. */
function dropObsolete({ design, found }: Pair, hasOlderProcesses: boolean): TableChange[] {
  const staysFor = ({ column }: { column: string }) => hasOlderProcesses && !design.columns.some((own) => own.name === column);
  const place = placeOf(design);
  const keys = new Set(design.foreignKeys.flatMap((key) => [key.name, temporaryKey(design, key)]));
  const needed = [...design.indexes, newestIndex(design, found) ?? []].flat();
  const indexes = new Set(needed.flatMap((index) => [index.name, temporaryIndex(design, index)]));
  const { foreignKeys, indexes: made, broken } = found ?? NOTHING;
  const isManaged = (managed: RegExp, of: string): boolean => managed.test(of) || isTemporary(of);
  const stale = [...foreignKeys].filter(([key, at]) => !keys.has(key) && !staysFor(at)).map(([key]) => key);
  const oldKeys = [...stale, ...(broken?.keys ?? [])].filter((key) => isManaged(MANAGED_KEY, key));
  const unwanted = [...made].filter((index) => !indexes.has(index));
  const oldIndexes = [...unwanted, ...(broken?.indexes ?? [])].filter((index) => isManaged(MANAGED_INDEX, index));
  const keyDrops = oldKeys.map((key) => ({
    sql: textOf(sql`alter table ${table(design.table)} drop constraint ${name(key)}`),
    lossy: null,
    place,
  }));
  const indexDrops = oldIndexes.map((index) => ({
    sql: textOf(sql`drop index ${name(design.table.schema)}.${name(index)}`),
    lossy: null,
    place: leftSearch(design, index) ?? place,
  }));
  return [...keyDrops, ...indexDrops];
}

/** The place of a field that is no longer searched, by the name of its index; null for any other index. */
function leftSearch({ entity, junction, table: { name: own }, columns, indexes }: TableDesign, index: string): string | null {
  const [prefix = "", rest] = [`key.${own}.`, `list.${own}.`].flatMap((start) =>
    index.startsWith(start) ? [start, index.slice(start.length)] : [],
  );
  if (rest === undefined || junction || (prefix.startsWith("list.") && !rest.includes(".live"))) return null;
  const path = rest.replace(/\.live(?:\..*)?$/, "");
  const field = columns.find(({ name: column }) => column === path.split(".")[0])?.field;
  const isSearched = indexes.some(({ kind, columns: of }) => (kind === "trigram" || kind === "list") && of.join(".") === path);
  return field && !isSearched ? `${entity.name}.${path}` : null;
}

function buildTable(schema: Schema, { design, found, current }: Pair): TableChange[] {
  if (found) return columnChanges(schema, design, found, current);
  return [{ sql: textOf(createTable(design)), lossy: null, place: placeOf(design) }];
}

function addIndexes({ design, found, current, replaced }: Pair): TableChange[] {
  const missing = design.indexes.filter(
    (index) =>
      !found?.indexes.has(index.name) ||
      [...index.columns, ...(index.included ?? []), ...(index.tags ?? [])].some((column) => replaced.has(column)),
  );
  return missing.flatMap((index) => makeIndex(design, index, found, current));
}

function addKeys({ design, found, current, replaced }: Pair, { links, catalog }: Links): TableChange[] {
  const { foreignKeys } = found ?? NOTHING;
  return design.foreignKeys.flatMap((key) => {
    if (foreignKeys.has(key.name) && !replaced.has(key.column)) return [];
    const place = `${design.entity.name}.${key.field}`;
    const isClearing = found !== null && key.column === "target_id" && isRetargeted(design, found);
    const target = current?.tableOf(key.target);
    const made = makeKey(design, key, found, isClearing || !current || !target ? null : { current, target });
    if (!isClearing) return [made];
    const clear = catalog.tables.has(tableKey(key.target)) ? clearOrphans(design.table, key) : sql`truncate ${table(design.table)}`;
    const copied = links.find((one) => one.design.table === design.table);
    return [{ sql: textOf(clear), lossy: copied?.lossy ?? null, place, ...(copied?.ahead && { ahead: copied.ahead }) }, made];
  });
}

function addTrigger({ design, found }: Pair): TableChange[] {
  if (found?.triggers.has("touch")) return [];
  return [{ sql: textOf(addTouch(design.table, design.entity.name)), lossy: null, place: design.entity.name }];
}

function dropTables(schema: Schema, pairs: readonly Pair[], catalogs: Catalogs, moved: ReadonlySet<string>): TableChange[] {
  const names = [...pairs.map(({ design }) => design.table.name), ...referenceTableNames(schema)];
  const configured = new Set(names.map((of) => `content.${of}`));
  const gone = [...catalogs.catalog.tables]
    .filter(([key]) => key.startsWith("content.") && !configured.has(key))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return gone
    .map(([key, found]) => ({ tableName: key.slice("content.".length), rows: found.rows }))
    .flatMap(({ tableName, rows }) => {
      if (isReferenceTable(tableName)) return dropReferences(tableName, catalogs);
      return {
        sql: textOf(sql`drop table ${table({ schema: "content", name: tableName })} cascade`),
        lossy:
          rows > 0 && !moved.has(tableName) && !isTemporary(tableName)
            ? `${tableName} is gone from the configuration, with all that it holds`
            : null,
        place: tableName.replace("__", "."),
        ...(!moved.has(tableName) && !isTemporary(tableName) && { takesAway: "data" as const }),
      };
    });
}

/**
 * The steps from the current database to the schema, in an order that works in one transaction. If both agree, only the functions are
 * replaced. A step that would lose stored values says so in `lossy`.
 * @param hasOlderProcesses - whether processes work with an older configuration meanwhile. Steps with `takesAway` then run later.
 */
export function tableChanges(
  schema: Schema,
  before: Catalog,
  { hasOlderProcesses }: ChangeOptions = { hasOlderProcesses: false },
): TableChange[] {
  const { changes: renames, catalog: renamed, bridges } = planRenames(schema, before, hasOlderProcesses);
  const designs = designTables(schema);
  const links = copiedLinks(schema, designs, { before, catalog: renamed });
  const { changes: takenLinks, catalog } = takeLinks(links, renamed);
  const pairs = pairUp(schema, designs, { before, catalog });
  const copiedTo = (of: Table) => {
    const found = links.find(({ design }) => design.table.name === of.name);
    return found && { isMade: catalog.tables.has(tableKey(of)), ahead: found.ahead };
  };
  const moves = new Map(
    [...Map.groupBy(designs, ({ entity }) => entity)].map(([entity, own]) => {
      return [entity, relationMoves(schema, own, { before, catalog: renamed }, copiedTo)];
    }),
  );
  const movedTables = new Set([...moves.values()].flatMap((move) => [...move.tables]));
  return [
    ...FUNCTIONS.map((definition) => ({ sql: definition, lossy: null, place: "cms" })),
    ...clearCopies(schema, before, renames),
    ...dropTriggersBefore(before),
    ...renames,
    ...takenLinks,
    ...dropWordsTriggers(catalog),
    ...pairs.flatMap((pair) => dropObsolete(pair, hasOlderProcesses)),
    ...pairs.flatMap((pair) => buildTable(schema, pair)),
    ...pairs.flatMap(({ design, found }) => storeRows(design, found)),
    ...[...moves.values()].flatMap((move) => move.changes),
    ...pairs.flatMap(({ design, found, current }) => (found ? becomeGlobal(schema, design, { found, current, catalog }) : [])),
    ...dropTrash(schema, catalog),
    ...pairs.flatMap(({ design, found }) => freeInTrash(design, found, { before, catalog })),
    ...pairs.flatMap(addIndexes),
    ...pairs.flatMap(({ design, found }) => claimChanges(schema, design, found)),
    ...pairs.flatMap((pair) => addKeys(pair, { links, catalog })),
    ...pairs.flatMap(addTrigger),
    ...eventTriggers(schema, catalog),
    ...auditTriggers(schema, catalog),
    ...referenceChanges(schema, catalog, before),
    ...groupTriggers(schema, catalog),
    ...closeBridges(bridges),
    ...pairs.flatMap(({ design, found }) => (found ? endDefaults(design, found) : [])),
    ...pairs.flatMap(({ design, found }) => (found && hasOlderProcesses ? keepWritable(schema, design, found) : [])),
    ...pairs.flatMap(({ design, found }) => (found && hasOlderProcesses ? refuseOldShapes(design, found) : [])),
    ...pairs.flatMap(({ design, found }) => (found ? columnDrops(design, found, moves.get(design.entity)?.columns ?? new Set()) : [])),
    ...pairs.flatMap(({ design, found }) =>
      found ? [...abandonedTriggers(design, found), ...abandonedColumns(schema, design, found)] : [],
    ),
    ...dropFollowing(schema, { before, catalog }),
    ...dropTables(schema, pairs, { before, catalog }, movedTables),
    ...dropWords(catalog),
    ...openBridges(bridges),
  ];
}
