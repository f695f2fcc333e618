/** Columns that are replaced by a new column, which was filled while the site was running. */
import type { CatalogTable } from "../catalog.ts";
import { configPathOf } from "../contract.ts";
import type { ColumnDesign, TableDesign } from "../contract.ts";
import { isTemporary } from "../steps/online-steps.ts";
import { changesOf } from "../steps/change.ts";
import type { TableChange } from "../steps/change.ts";
import { retargeted } from "./retargeted-columns.ts";
import { dropFollower, retyped } from "./retyped-columns.ts";

/** The temporary name of the new column until the switch; null for a column that is not replaced. */
export function replacementColumn(design: TableDesign, column: ColumnDesign, found: CatalogTable): string | null {
  return (retyped(design, column, found) ?? retargeted(design, column, found))?.temporary ?? null;
}

/** Triggers that filled a column for a configuration that was not applied. They are dropped before their columns. */
export function abandonedTriggers(design: TableDesign, found: CatalogTable): TableChange[] {
  const taken = new Set(design.columns.map((column) => replacementColumn(design, column, found)));
  const left = [...found.triggers].filter((trigger) => isTemporary(trigger) && !taken.has(trigger));
  return changesOf(
    { phase: "abandoned", configPath: configPathOf(design) },
    left.flatMap((trigger) => dropFollower(design.table, trigger)),
  );
}
