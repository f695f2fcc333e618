/** What the database has and the configuration does not need any more: keys, indexes and tables. */
import type { Schema } from "../types.ts";
import { isReferenceTable } from "../references/reference-tables.ts";
import type { CatalogTable } from "./catalog.ts";
import { configPathOf } from "./contract.ts";
import type { TableDesign } from "./contract.ts";
import type { Catalogs } from "./current-table.ts";
import { newestIndex } from "./global-rows.ts";
import { lastChange } from "./indexes/indexes.ts";
import { temporaryIndex } from "./indexes/index-changes.ts";
import { temporaryKey } from "./indexes/key-changes.ts";
import { dropReferences, referenceTableNames } from "./references/changes.ts";
import { isTemporary } from "./steps/online-steps.ts";
import { changeOf, changesOf } from "./steps/change.ts";
import type { TableChange } from "./steps/change.ts";
import type { Step } from "./steps/step.ts";

/** Only indexes and keys with these names are dropped; any other was created by a person and is kept. */
const MANAGED_INDEX = /^(unique|distinct|index|sorted|trigram|key|grams|list|single|start)\./;
const MANAGED_KEY = /^fk\./;

/** While processes with an older configuration run, a dropped column keeps its key as long as it exists. */
export function dropKeys(design: TableDesign, found: CatalogTable, hasOlderProcesses: boolean): TableChange[] {
  const { table } = design;
  const staysFor = (column: string): boolean => hasOlderProcesses && !design.columns.some((own) => own.name === column);
  const wanted = new Set(design.foreignKeys.flatMap((key) => [key.name, temporaryKey(design, key)]));
  const stale = [...found.foreignKeys].filter(([key, { column }]) => !wanted.has(key) && !staysFor(column)).map(([key]) => key);
  const over = [...stale, ...(found.broken?.keys ?? [])].filter((key) => MANAGED_KEY.test(key) || isTemporary(key));
  return changesOf(
    { phase: "obsolete", configPath: configPathOf(design) },
    over.map((name) => ({ kind: "dropConstraint", table, name })),
  );
}

/** A large table keeps the order by the last change that an earlier release gave to every table: its lists would become slow. */
export function dropIndexes(design: TableDesign, found: CatalogTable): TableChange[] {
  const needed = [...design.indexes, newestIndex(design, found) ?? [], found.isLarge ? lastChange(design.entity) : []].flat();
  const wanted = new Set(needed.flatMap((index) => [index.name, temporaryIndex(design, index)]));
  const unwanted = [...found.indexes].filter((index) => !wanted.has(index));
  const over = [...unwanted, ...(found.broken?.indexes ?? [])].filter((index) => MANAGED_INDEX.test(index) || isTemporary(index));
  return over.map((name) => {
    const left = leftSearch(design, name);
    const drop: Step = { kind: "dropIndex", table: design.table, name, ...(left !== null && { endsSearch: true }) };
    return changeOf({ phase: "obsolete", configPath: left ?? configPathOf(design) }, drop);
  });
}

/** The path of a field that is no longer searched, by the name of its index; null for any other index. */
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

/** Tables of entities and relations that the configuration does not have. The links of `moved` ones are already stored elsewhere. */
export function dropTables(schema: Schema, designs: readonly TableDesign[], catalogs: Catalogs, moved: ReadonlySet<string>): TableChange[] {
  const names = [...designs.map(({ table }) => table.name), ...referenceTableNames(schema)];
  const configured = new Set(names.map((of) => `content.${of}`));
  const gone = [...catalogs.catalog.tables]
    .filter(([key]) => key.startsWith("content.") && !configured.has(key))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return gone.flatMap(([key, { rows }]) => {
    const name = key.slice("content.".length);
    if (isReferenceTable(name)) return dropReferences(name, catalogs);
    const reason = { phase: "drops", configPath: name.replace("__", ".") } as const;
    const drop: Step = { kind: "dropTable", table: { schema: "content", name }, cascade: true };
    if (moved.has(name) || isTemporary(name)) return changeOf(reason, drop);
    const lossy = rows > 0 ? `${name} is gone from the configuration, with all that it holds` : null;
    return changeOf(reason, drop, { lossy, takesAway: "data" });
  });
}
