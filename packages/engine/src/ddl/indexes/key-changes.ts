/** Foreign keys that a table lacks: added at once, or in advance: first for new rows, then validated for the others. */
import { name, sql, table, textOf } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import { aheadName } from "../ahead.ts";
import type { AheadStep } from "../ahead.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable, TableChange } from "../catalog.ts";
import type { ForeignKeyDesign, Standing, TableDesign } from "../contract.ts";
import { addForeignKey, renameKey } from "../render.ts";

/** The temporary name of a foreign key that is added in advance. */
export function earlyKey(design: TableDesign, key: ForeignKeyDesign): string {
  return aheadName(addForeignKey(design.table, key));
}

function addAhead(design: TableDesign, key: ForeignKeyDesign, standing: Standing, target: Table): AheadStep[] {
  const column = standing.columnOf(key.column);
  if (column === null) return [];
  const early = { ...key, name: earlyKey(design, key), column, target };
  const [of, at] = [table(standing.table), tableKey(standing.table)];
  const isUnchecked = standing.found.broken?.keys.has(early.name) ?? false;
  const dropped = isUnchecked ? [sql`alter table ${of} drop constraint ${name(early.name)}`] : [];
  const added = sql`${addForeignKey(standing.table, early)} not valid`;
  const checked = sql`alter table ${of} validate constraint ${name(early.name)}`;
  return [
    { kind: "brief", table: at, statements: [...dropped, added].map(textOf) },
    { kind: "check", table: at, statements: [textOf(checked)] },
  ];
}

/** Adds the key; if it was added in advance, only renames it. */
export function makeKey(
  design: TableDesign,
  key: ForeignKeyDesign,
  found: CatalogTable | null,
  ahead: { readonly standing: Standing; readonly target: Table } | null,
): TableChange {
  const place = `${design.entity.name}.${key.field}`;
  const early = earlyKey(design, key);
  if (found?.foreignKeys.has(early)) return { sql: textOf(renameKey(design.table, early, key.name)), lossy: null, place };
  const steps = ahead ? addAhead(design, key, ahead.standing, ahead.target) : [];
  return { sql: textOf(addForeignKey(design.table, key)), lossy: null, place, ...(steps.length > 0 && { ahead: steps }) };
}
