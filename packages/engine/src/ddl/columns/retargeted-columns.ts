/**
 * Relations whose target is now another entity. A new column gets the ids that exist in the new target, in the same way as a column whose
 * type changes gets its values.
 */
import { name, sql, table } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable } from "../catalog.ts";
import type { ColumnDesign, CurrentTable, TableDesign } from "../contract.ts";
import { temporaryName } from "../steps/online-steps.ts";
import type { Retyped } from "./retyped-columns.ts";

interface Retargeted extends Retyped {
  /** The new target. */
  readonly target: Table;
}

function idIn(target: Table): (old: Sql) => Sql {
  return (old) => sql`(select r.id from ${table(target)} r where r.id = ${old})`;
}

/** Null for a column without a foreign key, with an unchanged foreign key, or without rows. */
export function retargeted(design: TableDesign, column: ColumnDesign, found: CatalogTable): Retargeted | null {
  const key = design.junction === null ? design.foreignKeys.find((key) => key.column === column.name) : undefined;
  if (!key || found.rows === 0 || found.columns.get(column.name) !== column.sqlType) return null;
  const { target } = key;
  if ([...found.foreignKeys.values()].some((existing) => existing.column === column.name && existing.target === tableKey(target)))
    return null;
  const valueOf = idIn(target);
  return {
    column,
    target,
    temporary: temporaryName({ kind: "convertColumn", table: design.table, column, using: valueOf(name(column.name)) }),
    valueOf,
  };
}

/** The same while the tables still have their old names. A table that does not exist yet has no ids. */
export function beforeRenames(retargeted: Retargeted, { tableOf }: CurrentTable): Retyped {
  const target = tableOf(retargeted.target);
  return { ...retargeted, valueOf: target ? idIn(target) : () => sql`null::uuid` };
}
