/** Indexes that a table lacks: created at once, or in advance while the site is running, under temporary names that the switch changes. */
import { empty, name, sql, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { temporaryName } from "../ahead.ts";
import type { LongStep } from "../ahead.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable, TableChange } from "../catalog.ts";
import type { IndexDesign, CurrentTable, TableDesign } from "../contract.ts";
import type { TextPath } from "../../sql/search/grams.ts";
import { createIndex } from "../render.ts";

/** The temporary name of an index that is built in advance. */
export function temporaryIndex({ table }: TableDesign, index: IndexDesign): string {
  return temporaryName(createIndex(table, index));
}

/** Null if the index is over values that the switch changes. */
export function buildAhead(design: TableDesign, index: IndexDesign, { table, columnOf }: CurrentTable): LongStep | null {
  if (index.kind === "single") return null;
  const [first = "", ...inside] = index.columns;
  const isPath = index.kind === "trigram";
  const places = new Map(
    [...(isPath ? [first] : index.columns), ...(index.included ?? []), ...(index.tags ?? [])].map((one) => [one, columnOf(one)]),
  );
  if ([...places.values()].includes(null)) return null;
  const at = (of: readonly string[]): string[] => of.map((one) => places.get(one) ?? one);
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
  const whole = textOf(createIndex(table, current)).replace(" index ", " index concurrently ");
  const unfinished = sql`drop index concurrently if exists ${name(table.schema)}.${name(current.name)}`;
  return { kind: "index", table: tableKey(table), statements: [textOf(unfinished), whole] };
}

/**
 * No statistics for gram indexes: PostgreSQL would compute the grams of 30,000 rows at each `analyze`, which takes ten seconds. The planner
 * doesn't need them: for tags it has those of the other text indexes.
 */
function withoutStatistics({ table }: TableDesign, index: IndexDesign): Sql {
  return sql`alter index ${name(table.schema)}.${name(index.name)} alter column 1 set statistics 0${index.tags ? sql`, alter column 2 set statistics 0` : empty}`;
}

/** Creates the index; if it was built in advance, only renames it. */
export function makeIndex(
  design: TableDesign,
  index: IndexDesign,
  found: CatalogTable | null,
  current: CurrentTable | null,
): readonly TableChange[] {
  const made = madeIndex(design, index, found, current);
  if (index.kind !== "grams") return [made];
  return [made, { sql: textOf(withoutStatistics(design, index)), lossy: null, place: made.place }];
}

function madeIndex(design: TableDesign, index: IndexDesign, found: CatalogTable | null, current: CurrentTable | null): TableChange {
  const { name: entity } = design.entity;
  const place = index.fields ? `${entity} (${index.fields.join(", ")})` : index.field ? `${entity}.${index.field}` : entity;
  const temporary = temporaryIndex(design, index);
  if (found?.indexes.has(temporary)) {
    const step = sql`alter index ${name(design.table.schema)}.${name(temporary)} rename to ${name(index.name)}`;
    return { sql: textOf(step), lossy: null, place };
  }
  const ahead = current && buildAhead(design, index, current);
  return { sql: textOf(createIndex(design.table, index)), lossy: null, place, ...(ahead && { ahead: [ahead] }) };
}
