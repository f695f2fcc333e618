/** Columns that another one, filled beside the running site, takes the place of. */
import { textOf } from "../../sql/sql.ts";
import { isAhead } from "../ahead.ts";
import type { CatalogTable, TableChange } from "../catalog.ts";
import { placeOf } from "../contract.ts";
import type { ColumnDesign, TableDesign } from "../contract.ts";
import { retargeted } from "./retargeted-columns.ts";
import { dropFollower, retyped } from "./retyped-columns.ts";

/** The name that the new column has until the switch; null for a column that stays. */
export function earlyPlace(design: TableDesign, column: ColumnDesign, found: CatalogTable): string | null {
  return (retyped(design, column, found) ?? retargeted(design, column, found))?.early ?? null;
}

/** Triggers that filled a column for a configuration that never came: they go before their columns. */
export function leftFollowers(design: TableDesign, found: CatalogTable): TableChange[] {
  const taken = new Set(design.columns.map((column) => earlyPlace(design, column, found)));
  const left = [...found.triggers].filter((trigger) => isAhead(trigger) && !taken.has(trigger));
  return left
    .flatMap((trigger) => dropFollower(design.table, trigger))
    .map((step) => ({ sql: textOf(step), lossy: null, place: placeOf(design) }));
}
