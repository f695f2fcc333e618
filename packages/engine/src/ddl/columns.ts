/** Brings one table's columns to its design. */
import { textOf } from "../sql/sql.ts";
import type { Schema } from "../types.ts";
import { isAhead } from "./ahead.ts";
import { typeOf } from "./catalog.ts";
import type { CatalogTable, TableChange } from "./catalog.ts";
import { placeOf } from "./contract.ts";
import type { ColumnDesign, Standing, TableDesign } from "./contract.ts";
import { followInVersions } from "./followed-versions.ts";
import { newColumn } from "./new-columns.ts";
import { addColumn, conversion, convertColumn, dropColumn, narrowing } from "./render.ts";

const FOLLOWED: Readonly<Record<string, "list" | "one">> = { "text → text[]": "list", "text[] → text": "one" };

function changeType(design: TableDesign, column: ColumnDesign, from: string, rows: number): TableChange[] {
  const { sqlType: to, field } = column;
  const place = placeOf(design, column);
  const whole = conversion(from, to, column.name);
  const way = whole ?? narrowing(from, to, column.name);
  const loss = way ? `can be kept as ${to} only as far as they fit` : `can't be kept as ${to}`;
  const lossy = rows > 0 && !whole ? `the values of ${place}, stored as ${from}, ${loss}` : null;
  const followed = field && FOLLOWED[`${from} → ${to}`];
  const steps = way
    ? [textOf(convertColumn(design.table, column, way)), ...(followed ? [followInVersions(design.entity.name, field.name, followed)] : [])]
    : [textOf(dropColumn(design.table, column.name)), textOf(addColumn(design.table, column))];
  return steps.map((step, at) => ({ sql: step, lossy: at === 0 ? lossy : null, place }));
}

/** Whether the column's values have no way into the new type, so that the column is made anew with its indexes and keys. */
function isReplaced(column: ColumnDesign, from: string): boolean {
  const { sqlType, name: own } = column;
  return from !== sqlType && conversion(from, sqlType, own) === null && narrowing(from, sqlType, own) === null;
}

/** Columns that are made anew: indexes and foreign keys on them go away with the old ones. */
export function replacedColumns(design: TableDesign, found: CatalogTable): ReadonlySet<string> {
  const replaced = design.columns.filter((column) => {
    const from = found.columns.get(column.name);
    return from !== undefined && isReplaced(column, typeOf(from));
  });
  return new Set(replaced.map((column) => column.name));
}

/** Columns added and converted. */
export function columnChanges(schema: Schema, design: TableDesign, found: CatalogTable, standing: Standing | null): TableChange[] {
  return design.columns.flatMap((column) => {
    const stored = found.columns.get(column.name);
    if (stored !== undefined) return typeOf(stored) === column.sqlType ? [] : changeType(design, column, typeOf(stored), found.rows);
    return newColumn({ schema, design, column, found, standing });
  });
}

/** Columns that the design no longer has. `moved` ones have their values elsewhere by now. */
export function columnDrops(design: TableDesign, found: CatalogTable, moved: ReadonlySet<string>): TableChange[] {
  const wanted = new Set(design.columns.map((column) => column.name));
  const gone = [...found.columns.keys()].filter((column) => !wanted.has(column) && !isAhead(column));
  return gone.map((column) => ({
    sql: textOf(dropColumn(design.table, column)),
    lossy: found.rows > 0 && !moved.has(column) ? `the field ${column} of ${design.entity.name} is gone, with all its values` : null,
    place: `${design.entity.name}.${column}`,
    ...(!moved.has(column) && { takesAway: "data" as const }),
  }));
}
