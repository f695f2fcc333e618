/** Indexes that a table lacks: created at once, or in advance while the site is running, under temporary names that the switch changes. */
import { tableKey } from "../catalog.ts";
import type { CatalogTable } from "../catalog.ts";
import type { IndexDesign, CurrentTable, TableDesign } from "../contract.ts";
import type { TextPath } from "../../sql/text-match/grams.ts";
import { temporaryName } from "../steps/online-steps.ts";
import type { LongStep } from "../steps/online-steps.ts";
import { changeOf } from "../steps/change.ts";
import type { Reason, TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";

/** The temporary name of an index that is built in advance. */
export function temporaryIndex({ table }: TableDesign, index: IndexDesign): string {
  return temporaryName({ kind: "createIndex", table, index });
}

/** Null if the index is over values that the switch changes. */
export function buildOnline(design: TableDesign, index: IndexDesign, { table, columnOf }: CurrentTable): LongStep | null {
  if (index.kind === "single") return null;
  const [first = "", ...inside] = index.columns;
  const isPath = index.kind === "trigram";
  const places = new Map(
    [...(isPath ? [first] : index.columns), ...(index.included ?? []), ...(index.tags ?? [])].map((column) => [column, columnOf(column)]),
  );
  if ([...places.values()].includes(null)) return null;
  const at = (of: readonly string[]): string[] => of.map((column) => places.get(column) ?? column);
  const { collated, included, tags, texts } = index;
  const current: IndexDesign = {
    ...index,
    name: temporaryIndex(design, index),
    columns: isPath ? [...at([first]), ...inside] : at(index.columns),
    ...(collated && { collated: at(collated) }),
    ...(included && { included: at(included) }),
    ...(tags && { tags: at(tags) }),
    ...(texts && { texts: texts.map(([column, ...path]) => [...at([column]), ...path] as unknown as TextPath) }),
  };
  const unfinished: Step = { kind: "dropIndex", table, name: current.name, concurrently: true };
  const make: Step = { kind: "createIndex", table, index: current, concurrently: true };
  return { kind: "index", table: tableKey(table), steps: [unfinished, make] };
}

/**
 * No statistics for gram indexes: PostgreSQL would compute the grams of 30,000 rows at each `analyze`, which takes ten seconds. The planner
 * doesn't need them: for tags it has those of the other text indexes.
 */
function withoutStatistics({ table }: TableDesign, index: IndexDesign): Step {
  return { kind: "omitStatistics", table, index: index.name, ...(index.tags && { hasTags: true }) };
}

/** Creates the index; if it was built in advance, only renames it. */
export function makeIndex(
  design: TableDesign,
  index: IndexDesign,
  found: CatalogTable | null,
  current: CurrentTable | null,
): readonly TableChange[] {
  const { name: entity } = design.entity;
  const configPath = index.fields ? `${entity} (${index.fields.join(", ")})` : index.field ? `${entity}.${index.field}` : entity;
  const reason: Reason = { phase: "indexes", configPath };
  const temporary = temporaryIndex(design, index);
  const isMade = found?.indexes.has(temporary) ?? false;
  const make: Step = isMade
    ? { kind: "renameIndex", table: design.table, from: temporary, to: index.name }
    : { kind: "createIndex", table: design.table, index };
  const built = current && !isMade ? buildOnline(design, index, current) : null;
  const made = changeOf(reason, make, { onlineSteps: built && [built] });
  return index.kind === "grams" ? [made, changeOf(reason, withoutStatistics(design, index))] : [made];
}
