/** Foreign keys that a table lacks: added at once, or in advance: first for new rows, then validated for the others. */
import { name, sql, table, textOf } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import { temporaryName } from "../ahead.ts";
import type { AheadStep } from "../ahead.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable, TableChange } from "../catalog.ts";
import type { ForeignKeyDesign, CurrentTable, TableDesign } from "../contract.ts";
import { addForeignKey, renameKey } from "../render.ts";

/** The temporary name of a foreign key that is added in advance. */
export function temporaryKey(design: TableDesign, key: ForeignKeyDesign): string {
  return temporaryName(addForeignKey(design.table, key));
}

function addAhead(design: TableDesign, key: ForeignKeyDesign, current: CurrentTable, target: Table): AheadStep[] {
  const column = current.columnOf(key.column);
  if (column === null) return [];
  const temporary = { ...key, name: temporaryKey(design, key), column, target };
  const [of, at] = [table(current.table), tableKey(current.table)];
  const isUnchecked = current.found.broken?.keys.has(temporary.name) ?? false;
  const dropped = isUnchecked ? [sql`alter table ${of} drop constraint ${name(temporary.name)}`] : [];
  const added = sql`${addForeignKey(current.table, temporary)} not valid`;
  const checked = sql`alter table ${of} validate constraint ${name(temporary.name)}`;
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
  ahead: { readonly current: CurrentTable; readonly target: Table } | null,
): TableChange {
  const place = `${design.entity.name}.${key.field}`;
  const temporary = temporaryKey(design, key);
  if (found?.foreignKeys.has(temporary)) return { sql: textOf(renameKey(design.table, temporary, key.name)), lossy: null, place };
  const steps = ahead ? addAhead(design, key, ahead.current, ahead.target) : [];
  return { sql: textOf(addForeignKey(design.table, key)), lossy: null, place, ...(steps.length > 0 && { ahead: steps }) };
}
