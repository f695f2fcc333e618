/**
 * The columns of an entity that becomes translatable, or no longer is. New ones are added and filled while the site is running; processes
 * that don't know them write their defaults. Each record is in a translation group of its own.
 */
import { column as columnOf, literal, name, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Schema, Table } from "../../types.ts";
import { inBatches } from "../batches.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable } from "../catalog.ts";
import { configPathOf } from "../contract.ts";
import type { ColumnDesign, CurrentTable, TableDesign } from "../contract.ts";
import { temporaryName } from "../steps/online-steps.ts";
import type { OnlineStep } from "../steps/online-steps.ts";
import { changeOf, changesOf } from "../steps/change.ts";
import type { TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";

interface Added {
  readonly design: TableDesign;
  readonly column: ColumnDesign;
  /** The value in all existing rows; null if each has a group of its own. */
  readonly value: Sql | null;
  /** The name of the column that is added in advance. */
  readonly temporary: string;
  readonly isThere: boolean;
  readonly current: CurrentTable | null;
}

export function isTranslationColumn({ name: own, field }: ColumnDesign): boolean {
  return field === null && (own === "locale" || own === "translation_group");
}

const OWN_GROUP = sql`gen_random_uuid()`;

/** PostgreSQL would write each row if a column was added with a default that is not constant. */
function added(of: Table, column: ColumnDesign, value: Sql | null): readonly Step[] {
  if (value) return [{ kind: "addColumn", table: of, column, value }];
  return [
    { kind: "addColumn", table: of, column },
    { kind: "setDefaults", table: of, defaults: [{ column: column.name, value: OWN_GROUP }] },
  ];
}

function addOnline({ column, value, temporary, isThere }: Added, { table: of }: CurrentTable): readonly OnlineStep[] {
  const steps = added(of, { ...column, name: temporary }, value);
  const add: readonly OnlineStep[] = isThere ? [] : [{ kind: "brief", table: tableKey(of), steps }];
  if (value) return add;
  const own = sql`${name(temporary)} = ${columnOf("t", "id")}`;
  return [...add, inBatches(of, { temporary, set: own, where: sql`${columnOf("t", temporary)} is null` })];
}

/** A valid constraint, because of which PostgreSQL reads no row for `set not null`. */
function checkOnline({ temporary: column }: Added, checked: string, { table: of }: CurrentTable): readonly OnlineStep[] {
  const add: readonly Step[] = [dropCheck(of, checked), { kind: "addNotNullCheck", table: of, name: checked, column }];
  const check: readonly Step[] = [
    { kind: "validateConstraint", table: of, name: checked },
    { kind: "analyze", table: of, column },
  ];
  return [
    { kind: "brief", table: tableKey(of), steps: add },
    { kind: "check", table: tableKey(of), steps: check },
  ];
}

function dropCheck(of: Table, checked: string): Step {
  return { kind: "dropConstraint", table: of, name: checked, ifExists: true };
}

function addAtOnce(of: Table, column: ColumnDesign, value: Sql | null): Step {
  if (value) return { kind: "addColumn", table: of, column, value };
  return { kind: "addFilledColumn", table: of, column, values: name("id"), default: OWN_GROUP };
}

export function addTranslationColumn(added: Added): TableChange[] {
  const { design, column, value, temporary, isThere, current } = added;
  const { table: of } = design;
  const required: Step = { kind: "setNotNull", table: of, column: column.name };
  const checked = temporaryName(required);
  const reason = { phase: "tables", configPath: configPathOf(design, column) } as const;
  const add: Step = isThere ? { kind: "renameColumn", table: of, from: temporary, to: column.name } : addAtOnce(of, column, value);
  return [
    changeOf(reason, add, { onlineSteps: current && addOnline(added, current) }),
    changeOf(reason, required, { onlineSteps: current && checkOnline(added, checked, current) }),
    ...(isThere ? [changeOf(reason, dropCheck(of, checked))] : []),
  ];
}

/** Defaults that processes with the previous configuration need. A view with old names must not be in the table's place. */
export function endDefaults(design: TableDesign, found: CatalogTable): TableChange[] {
  const fresh = design.columns.filter((column) => isTranslationColumn(column) && !found.columns.has(column.name));
  return fresh.map((column) => {
    const drop: Step = { kind: "dropDefault", table: design.table, column: column.name };
    return changeOf({ phase: "compatibility", configPath: configPathOf(design, column) }, drop, { takesAway: "bridge" });
  });
}

/** While older processes need the columns of an entity that is no longer translatable, the others write their defaults. */
export function keepWritable(
  { config: { defaultLocale } }: Schema,
  { table: of, entity, junction }: TableDesign,
  found: CatalogTable,
): TableChange[] {
  if (entity.translatable || junction !== null || !found.columns.has("translation_group")) return [];
  const defaults = [
    { column: "locale", value: literal(defaultLocale) },
    { column: "translation_group", value: OWN_GROUP },
  ];
  return changesOf({ phase: "compatibility", configPath: entity.name }, [{ kind: "setDefaults", table: of, defaults }]);
}
