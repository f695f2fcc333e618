/** New columns of a table: added at once, or in advance under temporary names that the switch changes. */
import { literal } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Schema, Table } from "../../types.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable } from "../catalog.ts";
import { configPathOf } from "../contract.ts";
import type { ColumnDesign, CurrentTable, TableDesign } from "../contract.ts";
import { temporaryName, isTemporary } from "../steps/online-steps.ts";
import type { OnlineStep } from "../steps/online-steps.ts";
import { changesOf } from "../steps/change.ts";
import type { TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";
import { typedConstant } from "./conversions.ts";
import { replacementColumn } from "./remade-columns.ts";
import { addTranslationColumn, isTranslationColumn } from "./translation-columns.ts";

interface NewColumn {
  readonly schema: Schema;
  readonly design: TableDesign;
  readonly column: ColumnDesign;
  readonly found: CatalogTable;
  readonly current: CurrentTable | null;
}

/** The value of a new column in existing rows: the default locale, or the field's default. */
function firstValue({ config }: Schema, { name: columnName, field, sqlType }: ColumnDesign, rows: number): Sql | null {
  if (columnName === "locale" && !field) return literal(config.defaultLocale);
  const value = field?.definition.default ?? null;
  if (!field || rows === 0 || value === null || field.unique || field.target !== null || sqlType === "jsonb") return null;
  return typedConstant(value, sqlType);
}

/** The temporary name of a column that was added in advance to a table with this number of rows. */
export function temporaryColumn(schema: Schema, of: Table, column: ColumnDesign, rows: number): string {
  return temporaryName({ kind: "addColumn", table: of, column, value: firstValue(schema, column, rows) });
}

/**
 * A new column with its first values. A constant is set as the column's default while the column is added: PostgreSQL then stores it once
 * and rewrites no row. A column that was added in advance keeps the default until the switch, for processes that don't know the column.
 */
export function newColumn({ schema, design, column, found, current }: NewColumn): TableChange[] {
  const of = design.table;
  const value = firstValue(schema, column, found.rows);
  const temporary = temporaryColumn(schema, of, column, found.rows);
  const isThere = found.columns.has(temporary);
  if (isTranslationColumn(column)) return addTranslationColumn({ design, column, value, temporary, isThere, current });
  const first: Step = isThere
    ? { kind: "renameColumn", table: of, from: temporary, to: column.name }
    : { kind: "addColumn", table: of, column, value };
  const steps: readonly Step[] = [first, ...(value === null ? [] : [{ kind: "dropDefault", table: of, column: column.name } as const])];
  const onlineSteps = current && !isThere ? addOnline(current.table, { ...column, name: temporary }, value) : null;
  return changesOf({ phase: "tables", configPath: configPathOf(design, column) }, steps, { onlineSteps });
}

function addOnline(of: Table, column: ColumnDesign, value: Sql | null): readonly OnlineStep[] {
  return [{ kind: "brief", table: tableKey(of), steps: [{ kind: "addColumn", table: of, column, value }] }];
}

/** Columns that were added in advance for a configuration that was not applied. */
export function abandonedColumns(schema: Schema, design: TableDesign, found: CatalogTable): TableChange[] {
  const taken = new Set(
    design.columns.flatMap((column) => [
      temporaryColumn(schema, design.table, column, found.rows),
      replacementColumn(design, column, found),
    ]),
  );
  const left = [...found.columns.keys()].filter((column) => isTemporary(column) && !taken.has(column));
  return changesOf(
    { phase: "abandoned", configPath: design.entity.name },
    left.map((column) => ({ kind: "dropColumn", table: design.table, column })),
  );
}
