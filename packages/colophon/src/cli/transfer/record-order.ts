import type { Catalog } from "@colophon/engine";
import type { StagedTable } from "./staging.ts";

/** A table of records, and its columns that refer to rows which are written later: they are updated at the end. */
export interface OrderedTable extends StagedTable {
  readonly late: readonly string[];
}

/** The tables of records, sorted so that referenced ones come first, except in cycles. */
export function inOrder(tables: readonly StagedTable[], catalog: Catalog): OrderedTable[] {
  const records = new Map(tables.filter(({ kind }) => kind === "records").map((table) => [table.key, table]));
  const ordered = new Map<string, OrderedTable>();
  const begun = new Set<string>();

  function visit(table: StagedTable): void {
    if (begun.has(table.key)) return;
    begun.add(table.key);
    const keys = [...(catalog.tables.get(table.key)?.foreignKeys.values() ?? [])];
    for (const { target } of keys) {
      const to = records.get(target);
      if (to) visit(to);
    }
    const late = keys.filter(({ column, target }) => !ordered.has(target) && table.columns.includes(column)).map(({ column }) => column);
    ordered.set(table.key, { ...table, late });
  }

  for (const record of records.values()) visit(record);
  return [...ordered.values()];
}
