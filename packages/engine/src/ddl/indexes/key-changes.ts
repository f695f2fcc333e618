/** Foreign keys that a table lacks: added at once, or in advance: first for new rows, then validated for the others. */
import type { Table } from "../../types.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable } from "../catalog.ts";
import type { ForeignKeyDesign, CurrentTable, TableDesign } from "../contract.ts";
import { temporaryName } from "../steps/online-steps.ts";
import type { OnlineStep } from "../steps/online-steps.ts";
import { changeOf } from "../steps/change.ts";
import type { TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";

/** The temporary name of a foreign key that is added in advance. */
export function temporaryKey(design: TableDesign, key: ForeignKeyDesign): string {
  return temporaryName({ kind: "addForeignKey", table: design.table, key });
}

function addOnline(design: TableDesign, key: ForeignKeyDesign, current: CurrentTable, target: Table): OnlineStep[] {
  const column = current.columnOf(key.column);
  if (column === null) return [];
  const temporary = { ...key, name: temporaryKey(design, key), column, target };
  const { table, found } = current;
  const isUnchecked = found.broken?.keys.has(temporary.name) ?? false;
  const steps: readonly Step[] = [
    ...(isUnchecked ? [{ kind: "dropConstraint", table, name: temporary.name } as const] : []),
    { kind: "addForeignKey", table, key: temporary, unchecked: true },
  ];
  return [
    { kind: "brief", table: tableKey(table), steps },
    { kind: "check", table: tableKey(table), steps: [{ kind: "validateConstraint", table, name: temporary.name }] },
  ];
}

/** Adds the key; if it was added in advance, only renames it. */
export function makeKey(
  design: TableDesign,
  key: ForeignKeyDesign,
  found: CatalogTable | null,
  existing: { readonly current: CurrentTable; readonly target: Table } | null,
): TableChange {
  const reason = { phase: "keys", configPath: `${design.entity.name}.${key.field}` } as const;
  const { table } = design;
  const temporary = temporaryKey(design, key);
  if (found?.foreignKeys.has(temporary)) return changeOf(reason, { kind: "renameConstraint", table, from: temporary, to: key.name });
  const steps = existing && addOnline(design, key, existing.current, existing.target);
  return changeOf(reason, { kind: "addForeignKey", table, key }, { onlineSteps: steps });
}
