/** Schema and catalog → the changes that bring the database to the configuration, with what features add. */
import type { Entity, Schema, Table } from "../types.ts";
import { clearCopies } from "./abandoned-copies.ts";
import { dropCompatibilityViews, createCompatibilityViews } from "./compatibility-views.ts";
import { tableKey, type Catalog, type CatalogTable } from "./catalog.ts";
import { columnChanges, columnDrops, replacedColumns } from "./columns/columns.ts";
import { abandonedColumns } from "./columns/new-columns.ts";
import { abandonedTriggers } from "./columns/remade-columns.ts";
import { planRenames } from "./columns/renames.ts";
import { endDefaults, keepWritable } from "./columns/translation-columns.ts";
import { configPathOf, type CurrentTable, type TableDesign } from "./contract.ts";
import { currentTableOf, type Catalogs } from "./current-table.ts";
import { designTables } from "./design.ts";
import { createEntityTable, storeRows } from "./entity-tables.ts";
import type { FeatureChanges } from "./feature.ts";
import { FUNCTIONS } from "./functions/functions.ts";
import { becomeGlobal } from "./global-rows.ts";
import { groupTriggers } from "./triggers/group-triggers.ts";
import { claimChanges } from "./indexes/claims.ts";
import { makeIndex } from "./indexes/index-changes.ts";
import { makeKey } from "./indexes/key-changes.ts";
import { clearOrphans, copiedLinks, isRetargeted, takeLinks, type CopiedLinks } from "./links/copied-links.ts";
import { relationMoves, type Moves } from "./links/moves.ts";
import { dropIndexes, dropKeys, dropTables } from "./obsolete.ts";
import { dropFollowing, dropTriggersBefore, referenceChanges } from "./references/changes.ts";
import { dropConverted } from "./rich-text/converted-texts.ts";
import { refuseOldShapes } from "./shapes/reshaped-columns.ts";
import { changeOf, changeRows, type Reason, type TableChange } from "./steps/change.ts";
import { inOrder } from "./steps/phases.ts";
import type { Step } from "./steps/step.ts";
import { countWrites } from "./triggers/system-triggers.ts";
import { dropWords, dropWordsTriggers } from "./words-tables.ts";

interface ChangeOptions {
  /** Whether processes work with an older configuration meanwhile. Changes with `takesAway` then run later. */
  readonly hasOlderProcesses: boolean;
  readonly features: readonly FeatureChanges[];
}

/** What the changes of one table depend on. */
interface Context extends Catalogs, ChangeOptions {
  readonly schema: Schema;
  readonly links: readonly CopiedLinks[];
  readonly moves: ReadonlyMap<Entity, Moves>;
}

/** A table's design and its current state in the database. */
interface Pair {
  readonly design: TableDesign;
  readonly found: CatalogTable | null;
  /** The table before renames; null if nothing can be built in advance. */
  readonly current: CurrentTable | null;
  readonly replaced: ReadonlySet<string>;
}

function pairOf({ schema, ...catalogs }: Context, design: TableDesign): Pair {
  const { catalog } = catalogs;
  const found = catalog.tables.get(tableKey(design.table)) ?? null;
  const indexes = design.indexes.filter((index) => catalog.trigram || index.kind !== "trigram");
  const current = found && currentTableOf(schema, design, catalogs);
  return { design: { ...design, indexes }, found, current, replaced: found ? replacedColumns(design, found) : new Set() };
}

function addIndexes({ design, found, current, replaced }: Pair): TableChange[] {
  const missing = design.indexes.filter(
    (index) =>
      !found?.indexes.has(index.name) ||
      [...index.columns, ...(index.included ?? []), ...(index.tags ?? [])].some((column) => replaced.has(column)),
  );
  return missing.flatMap((index) => makeIndex(design, index, found, current));
}

function addKeys({ design, found, current, replaced }: Pair, { links, catalog }: Context): TableChange[] {
  return design.foreignKeys.flatMap((key) => {
    if (found?.foreignKeys.has(key.name) && !replaced.has(key.column)) return [];
    const isClearing = found !== null && key.column === "target_id" && isRetargeted(design, found);
    const target = current?.tableOf(key.target);
    const made = makeKey(design, key, found, isClearing || !current || !target ? null : { current, target });
    if (!isClearing) return [made];
    const reason: Reason = { phase: "keys", configPath: `${design.entity.name}.${key.field}` };
    const { table } = design;
    const clear: Step = catalog.tables.has(tableKey(key.target))
      ? changeRows(table, clearOrphans(table, key), "unfit")
      : { kind: "truncate", table };
    const copied = links.find((link) => link.design.table === table);
    return [changeOf(reason, clear, { lossy: copied?.lossy ?? null, onlineSteps: copied?.onlineSteps ?? null }), made];
  });
}

/** The changes of a table that exists already, beside those of every table. */
function changesOfFound({ design, found, current }: Pair & { readonly found: CatalogTable }, context: Context): readonly TableChange[] {
  const { schema, catalog, moves, hasOlderProcesses, features } = context;
  return [
    ...dropKeys(design, found, hasOlderProcesses),
    ...dropIndexes(design, found),
    ...columnChanges(schema, design, found, current),
    ...becomeGlobal(schema, design, { found, current, catalog }),
    ...features.flatMap(({ ofTable }) => ofTable?.(design, found, context) ?? []),
    ...claimChanges(schema, design, found),
    ...endDefaults(design, found),
    ...(hasOlderProcesses ? [...keepWritable(schema, design, found), ...refuseOldShapes(design, found)] : []),
    ...columnDrops(design, found, moves.get(design.entity)?.columns ?? new Set()),
    ...abandonedTriggers(design, found),
    ...abandonedColumns(schema, design, found),
  ];
}

function changesOfTable(pair: Pair, context: Context): readonly TableChange[] {
  const { design, found } = pair;
  const create = changeOf({ phase: "tables", configPath: configPathOf(design) }, createEntityTable(design));
  return [
    ...(found ? changesOfFound({ ...pair, found }, context) : [create]),
    ...storeRows(design, found),
    ...addIndexes(pair),
    ...addKeys(pair, context),
    ...countWrites(design, found),
  ];
}

function movesOf(
  designs: readonly TableDesign[],
  { schema, links, ...catalogs }: Omit<Context, "moves" | keyof ChangeOptions>,
  catalog: Catalog,
): Context["moves"] {
  const copiedTo = (of: Table) => {
    const found = links.find(({ design }) => design.table.name === of.name);
    return found && { isMade: catalog.tables.has(tableKey(of)), onlineSteps: found.onlineSteps };
  };
  const byEntity = Map.groupBy(designs, ({ entity }) => entity);
  return new Map([...byEntity].map(([entity, own]) => [entity, relationMoves(schema, own, catalogs, copiedTo)]));
}

/**
 * The changes from the current database to the schema, in an order that works in one transaction: that of their phases. If both agree, only
 * the functions are replaced. A change that would lose stored values says so in `lossy`.
 */
export function planChanges(schema: Schema, before: Catalog, { hasOlderProcesses, features }: ChangeOptions): TableChange[] {
  const families = features.flatMap(({ triggers }) => triggers ?? []);
  const { changes: renames, catalog: renamed, renamedFields } = planRenames(schema, before, { hasOlderProcesses, families });
  const designs = designTables(schema);
  const links = copiedLinks(schema, designs, { before, catalog: renamed });
  const { changes: takenLinks, catalog } = takeLinks(links, renamed);
  const moves = movesOf(designs, { schema, links, before, catalog: renamed }, catalog);
  const context: Context = { schema, links, moves, before, catalog, hasOlderProcesses, features };
  const movedTables = new Set([...moves.values()].flatMap((move) => [...move.tables]));
  return inOrder([
    ...designs.flatMap((design) => changesOfTable(pairOf(context, design), context)),
    ...[...FUNCTIONS, ...features.flatMap(({ functions = [] }) => functions)].map((definition) =>
      changeOf({ phase: "functions", configPath: "cms" }, { kind: "createFunction", definition }),
    ),
    ...clearCopies(schema, before, renames),
    ...dropTriggersBefore(before),
    ...renames,
    ...takenLinks,
    ...dropWordsTriggers(catalog),
    ...[...moves.values()].flatMap((move) => move.changes),
    ...features.flatMap(({ ofSchema }) => ofSchema(schema, catalog)),
    ...groupTriggers(schema, catalog),
    ...referenceChanges(schema, catalog, before),
    ...dropFollowing(schema, context),
    ...dropTables(schema, designs, context, movedTables),
    ...dropWords(catalog),
    ...dropConverted(catalog),
    ...dropCompatibilityViews(renamedFields),
    ...createCompatibilityViews(renamedFields),
  ]);
}
