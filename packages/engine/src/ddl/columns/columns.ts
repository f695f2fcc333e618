/** Changes the columns of one table to its design. */
import { name, type Sql } from "../../sql/sql.ts";
import type { Schema } from "../../types.ts";
import { typeOf, type CatalogTable, type Reshaped } from "../catalog.ts";
import { configPathOf, type ColumnDesign, type CurrentTable, type TableDesign } from "../contract.ts";
import { changeDrafts } from "./converted-drafts.ts";
import { followInVersions } from "./followed-versions.ts";
import { newColumn } from "./new-columns.ts";
import { conversion } from "./conversions.ts";
import { beforeRenames, retargeted } from "./retargeted-columns.ts";
import { retypeOnline, retyped, retypeSteps, conversionTo, type Retyped } from "./retyped-columns.ts";
import { lossIn, reshaping, reshapeVersions } from "../shapes/reshaped-columns.ts";
import { isTemporary, type OnlineStep } from "../steps/online-steps.ts";
import { changeOf, changesOf, type TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";

const FOLLOWED: Readonly<Record<string, "list" | "one">> = { "text → text[]": "list", "text[] → text": "one" };

function changeType(design: TableDesign, column: ColumnDesign, found: CatalogTable, current: CurrentTable | null): TableChange[] {
  const { sqlType: to, field } = column;
  const reshaped = found.reshaped?.get(column.name);
  if (reshaped?.texts) return changeFormat(design, column, reshaped, { found, current });
  const configPath = configPathOf(design, column);
  const from = typeOf(found.columns.get(column.name) ?? "");
  const convert = conversionTo(column, from);
  const isWhole = conversion(from, to, name(column.name)) !== null;
  const loss = convert ? `can be kept as ${to} only as far as they fit` : `can't be kept as ${to}`;
  const lossy = found.rows > 0 && !isWhole ? `the values of ${configPath}, stored as ${from}, ${loss}` : null;
  const followed = field && FOLLOWED[`${from} → ${to}`];
  const change = retyped(design, column, found);
  const steps = change ? retypeSteps(design, change, found) : convertAtOnce(design, column, convert);
  const changes = changesOf({ phase: "tables", configPath }, steps, {
    lossy,
    onlineSteps: change && current && onlineStepsOf(column, current, change),
  });
  if (!convert || !followed) return changes;
  return [...changes, followInVersions("tables", { entity: design.entity.name, field: field.name }, followed)];
}

function convertAtOnce({ table }: TableDesign, column: ColumnDesign, convert: ((old: Sql) => Sql) | null): readonly Step[] {
  if (convert) return [{ kind: "convertColumn", table, column, using: convert(name(column.name)) }];
  return [
    { kind: "dropColumn", table, column: column.name },
    { kind: "addColumn", table, column },
  ];
}

function onlineStepsOf({ name: own }: ColumnDesign, { table, storedAs }: CurrentTable, retyped: Retyped): readonly OnlineStep[] | null {
  const from = storedAs(own);
  return from === null ? null : retypeOnline(table, from, retyped);
}

/** Rich text whose format changes. */
function changeFormat(
  design: TableDesign,
  column: ColumnDesign,
  reshaped: Reshaped,
  { found, current }: { readonly found: CatalogTable; readonly current: CurrentTable | null },
): TableChange[] {
  const reason = { phase: "tables", configPath: configPathOf(design, column) } as const;
  const change = retyped(design, column, found);
  if (!change || !column.field) return [];
  return changesOf(reason, retypeSteps(design, change, found), {
    lossy: lossIn(reshaped, reason.configPath),
    onlineSteps: current && onlineStepsOf(column, current, change),
    ...(reshaped.texts && { texts: reshaped.texts }),
  });
}

/** A relation whose target is now another entity. */
function changeTarget(design: TableDesign, column: ColumnDesign, found: CatalogTable, current: CurrentTable | null): TableChange[] {
  const change = retargeted(design, column, found);
  if (!change) return [];
  const configPath = configPathOf(design, column);
  const lossy = `${configPath} points to another entity from now on: ids that it does not have are lost`;
  const onlineSteps = current && onlineStepsOf(column, current, beforeRenames(change, current));
  return changesOf({ phase: "tables", configPath }, retypeSteps(design, change, found), { lossy, onlineSteps });
}

/** A column of JSON whose definition has changed. */
function changeShape(design: TableDesign, column: ColumnDesign, found: CatalogTable, current: CurrentTable | null): TableChange[] {
  const reshaped = found.reshaped?.get(column.name);
  if (!reshaped) return [];
  const reason = { phase: "tables", configPath: configPathOf(design, column) } as const;
  const change = retyped(design, column, found);
  const steps = change ? retypeSteps(design, change, found) : [];
  const { texts } = reshaped;
  const { drafts, ...versions } = reshapeVersions(design, column, found) ?? {};
  const effects = { lossy: lossIn(reshaped, reason.configPath), onlineSteps: change && current && onlineStepsOf(column, current, change) };
  if (texts) return changesOf(reason, steps, { ...effects, texts, ...versions });
  return [...changesOf(reason, steps, effects), ...(drafts ? [changeOf(reason, drafts, versions)] : [])];
}

/** Columns that are replaced, with or without their values. Indexes and foreign keys on them are dropped with the old ones. */
export function replacedColumns(design: TableDesign, found: CatalogTable): ReadonlySet<string> {
  const replaced = design.columns.filter((column) => {
    const from = typeOf(found.columns.get(column.name) ?? column.sqlType);
    if (retargeted(design, column, found) || reshaping(column, found) || found.reshaped?.get(column.name)?.texts) return true;
    return from !== column.sqlType && (found.rows > 0 || conversionTo(column, from) === null);
  });
  return new Set(replaced.map((column) => column.name));
}

/** Columns that are added, converted, or given another target entity. */
export function columnChanges(schema: Schema, design: TableDesign, found: CatalogTable, current: CurrentTable | null): TableChange[] {
  const ofColumns = design.columns.flatMap((column) => {
    const stored = found.columns.get(column.name);
    if (stored !== undefined && typeOf(stored) !== column.sqlType) return changeType(design, column, found, current);
    if (stored !== undefined) return [...changeTarget(design, column, found, current), ...changeShape(design, column, found, current)];
    return newColumn({ schema, design, column, found, current });
  });
  return [...changeDrafts(design, found, current), ...ofColumns];
}

/** Columns that the design no longer has. The values of `moved` ones are already stored elsewhere. */
export function columnDrops(design: TableDesign, found: CatalogTable, moved: ReadonlySet<string>): TableChange[] {
  const configured = new Set(design.columns.map((column) => column.name));
  const gone = [...found.columns.keys()].filter((column) => !configured.has(column) && !isTemporary(column));
  return gone.map((column) => {
    const reason = { phase: "columns", configPath: `${design.entity.name}.${column}` } as const;
    const drop: Step = { kind: "dropColumn", table: design.table, column };
    if (moved.has(column)) return changeOf(reason, drop);
    const lossy = found.rows > 0 ? `the field ${column} of ${design.entity.name} is gone, with all its values` : null;
    return changeOf(reason, drop, { lossy, takesAway: "data" });
  });
}
