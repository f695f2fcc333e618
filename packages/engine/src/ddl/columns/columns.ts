/** Changes the columns of one table to its design. */
import { name, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Schema } from "../../types.ts";
import { isTemporary } from "../ahead.ts";
import type { AheadStep } from "../ahead.ts";
import { typeOf } from "../catalog.ts";
import type { CatalogTable, TableChange } from "../catalog.ts";
import { placeOf } from "../contract.ts";
import type { ColumnDesign, CurrentTable, TableDesign } from "../contract.ts";
import { followInVersions } from "./followed-versions.ts";
import { newColumn } from "./new-columns.ts";
import { addColumn, conversion, convertColumn, dropColumn } from "../render.ts";
import { beforeRenames, retargeted } from "./retargeted-columns.ts";
import { retypeAhead, retyped, retypeSteps, conversionTo } from "./retyped-columns.ts";
import type { Retyped } from "./retyped-columns.ts";
import { lossIn, reshaping, reshapeVersions } from "../shapes/reshaped-columns.ts";

const FOLLOWED: Readonly<Record<string, "list" | "one">> = { "text → text[]": "list", "text[] → text": "one" };

function changeType(design: TableDesign, column: ColumnDesign, found: CatalogTable, current: CurrentTable | null): TableChange[] {
  const { sqlType: to, field } = column;
  const place = placeOf(design, column);
  const from = typeOf(found.columns.get(column.name) ?? "");
  const convert = conversionTo(column, from);
  const isWhole = conversion(from, to, name(column.name)) !== null;
  const loss = convert ? `can be kept as ${to} only as far as they fit` : `can't be kept as ${to}`;
  const lossy = found.rows > 0 && !isWhole ? `the values of ${place}, stored as ${from}, ${loss}` : null;
  const followed = field && FOLLOWED[`${from} → ${to}`];
  const one = retyped(design, column, found);
  const steps = [
    ...(one
      ? retypeSteps(design, one, found)
      : convert
        ? [convertColumn(design.table, column, convert(name(column.name)))]
        : [dropColumn(design.table, column.name), addColumn(design.table, column)]),
  ];
  const changes = inPlaceOf({ steps, lossy, place, ahead: one && current && aheadOf(column, current, one) });
  return convert && followed ? [...changes, followInVersions(design.entity.name, field.name, followed, place)] : changes;
}

function aheadOf({ name: own }: ColumnDesign, { table, storedAs }: CurrentTable, one: Retyped): readonly AheadStep[] | null {
  const from = storedAs(own);
  return from === null ? null : retypeAhead(table, from, one);
}

interface Replacing extends Pick<TableChange, "lossy" | "place"> {
  readonly steps: readonly Sql[];
  readonly ahead: readonly AheadStep[] | null;
}

function inPlaceOf({ steps, lossy, place, ahead }: Replacing): TableChange[] {
  return steps.map((step, at) => ({ sql: textOf(step), lossy: at === 0 ? lossy : null, place, ...(at === 0 && ahead && { ahead }) }));
}

/** A relation whose target is now another entity. */
function changeTarget(design: TableDesign, column: ColumnDesign, found: CatalogTable, current: CurrentTable | null): TableChange[] {
  const one = retargeted(design, column, found);
  if (!one) return [];
  const place = placeOf(design, column);
  const lossy = `${place} points to another entity from now on: ids that it does not have are lost`;
  const ahead = current && aheadOf(column, current, beforeRenames(one, current));
  return inPlaceOf({ steps: retypeSteps(design, one, found), lossy, place, ahead });
}

/** A column of JSON whose definition has changed. */
function changeShape(design: TableDesign, column: ColumnDesign, found: CatalogTable, current: CurrentTable | null): TableChange[] {
  const reshaped = found.reshaped?.get(column.name);
  if (!reshaped) return [];
  const place = placeOf(design, column);
  const one = retyped(design, column, found);
  const steps = one ? retypeSteps(design, one, found) : [];
  const ahead = one && current && aheadOf(column, current, one);
  return [...inPlaceOf({ steps, lossy: lossIn(reshaped, place), place, ahead }), ...reshapeVersions(design, column, found)];
}

/** Columns that are replaced, with or without their values. Indexes and foreign keys on them are dropped with the old ones. */
export function replacedColumns(design: TableDesign, found: CatalogTable): ReadonlySet<string> {
  const replaced = design.columns.filter((column) => {
    const from = typeOf(found.columns.get(column.name) ?? column.sqlType);
    if (retargeted(design, column, found) || reshaping(column, found)) return true;
    return from !== column.sqlType && (found.rows > 0 || conversionTo(column, from) === null);
  });
  return new Set(replaced.map((column) => column.name));
}

/** Columns that are added, converted, or given another target entity. */
export function columnChanges(schema: Schema, design: TableDesign, found: CatalogTable, current: CurrentTable | null): TableChange[] {
  return design.columns.flatMap((column) => {
    const stored = found.columns.get(column.name);
    if (stored !== undefined && typeOf(stored) !== column.sqlType) return changeType(design, column, found, current);
    if (stored !== undefined) return [...changeTarget(design, column, found, current), ...changeShape(design, column, found, current)];
    return newColumn({ schema, design, column, found, current });
  });
}

/** Columns that the design no longer has. The values of `moved` ones are already stored elsewhere. */
export function columnDrops(design: TableDesign, found: CatalogTable, moved: ReadonlySet<string>): TableChange[] {
  const configured = new Set(design.columns.map((column) => column.name));
  const gone = [...found.columns.keys()].filter((column) => !configured.has(column) && !isTemporary(column));
  return gone.map((column) => ({
    sql: textOf(dropColumn(design.table, column)),
    lossy: found.rows > 0 && !moved.has(column) ? `the field ${column} of ${design.entity.name} is gone, with all its values` : null,
    place: `${design.entity.name}.${column}`,
    ...(!moved.has(column) && { takesAway: "data" as const }),
  }));
}
