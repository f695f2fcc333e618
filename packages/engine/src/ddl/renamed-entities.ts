/**
 * The history and the trash of an entity that is renamed while the site is running: before the switch each row has a copy under the new
 * name, with the new names of fields. A trigger copies what is written meanwhile, batches copy the rest. The switch does nothing; the rows
 * with the old name are deleted after it.
 */
import { jsonConstant, jsonText, literal, name, sql, table, textOf, type Sql } from "../sql/sql.ts";
import type { Table } from "../types.ts";
import { copiedInBatches, deletedAfterSwitch } from "./batches.ts";
import { tableKey, TRASH, VERSIONS, type Catalog } from "./catalog.ts";
import { FOLLOW_ENTITY } from "./functions/change-functions.ts";
import { temporaryName, type OnlineStep } from "./steps/online-steps.ts";
import { changeOf, changeRows, type TableChange } from "./steps/change.ts";
import type { Step } from "./steps/step.ts";

export interface RenamedEntity {
  readonly from: string;
  readonly to: string;
  /** The fields that are renamed at the same time. */
  readonly fields: readonly { readonly from: string; readonly to: string }[];
}

/** A table with rows of entities, and the functions that copy them. */
export interface CopiedRows {
  readonly of: Table;
  /** The columns that are the same in a row and in its copy, and in no other row of the entity. */
  readonly key: readonly string[];
  readonly follow: Sql;
  readonly copy: (original: Sql, to: Sql, names: Sql) => Sql;
}

const COPIED_VERSIONS: CopiedRows = {
  of: VERSIONS,
  key: ["record_id", "number"],
  follow: sql`cms.follow_entity`,
  copy: (original, to, names) => sql`cms.copied_version(${original}, ${to}, ${names})`,
};
export const COPIED_TRASH: CopiedRows = {
  of: TRASH,
  key: ["id"],
  follow: sql`cms.follow_trash`,
  copy: (original, to, names) => sql`cms.copied_trash(${original}, ${to}, ${names})`,
};
/** All rows that are copied if their entity is renamed. */
export const COPIED: readonly CopiedRows[] = [COPIED_VERSIONS, COPIED_TRASH];

const namesOf = ({ fields }: RenamedEntity) => Object.fromEntries(fields.map(({ from, to }) => [from, to]));

function temporaryTrigger(renamed: RenamedEntity): string {
  const { from, to, fields } = renamed;
  const names = sql`${literal(from)} ${literal(to)}`;
  return temporaryName(textOf(fields.length > 0 ? sql`${names} ${jsonText(namesOf(renamed))}` : names));
}

function copyOnline({ of, follow, copy }: CopiedRows, renamed: RenamedEntity): readonly OnlineStep[] {
  const temporary = temporaryTrigger(renamed);
  const [from, to, names] = [literal(renamed.from), literal(renamed.to), namesOf(renamed)];
  const trigger = {
    name: temporary,
    when: sql`after insert or update or delete`,
    calls: sql`${follow}(${from}, ${to}, ${jsonText(names)})`,
  };
  const functions = FOLLOW_ENTITY.map((definition) => ({ kind: "createFunction", definition, purpose: "advance" }) as const);
  const row = name("original");
  const copied = copy(sql`b.${row}`, to, jsonConstant(names));
  return [
    {
      kind: "brief",
      table: tableKey(of),
      steps: [...functions, { kind: "createTrigger", table: of, trigger, purpose: "advance", orReplace: true }],
    },
    copiedInBatches(of, { temporary: `${temporary}.${of.name}`, row, rows: sql`entity = ${from}`, copy: copied }),
  ];
}

/** Whether the rows were copied in advance. */
export function areCopied({ of }: CopiedRows, renamed: RenamedEntity, { tables }: Catalog): boolean {
  return tables.get(tableKey(of))?.triggers.has(temporaryTrigger(renamed)) ?? false;
}

/** Gives the rows the entity's new name: in one step if nothing was copied in advance. No other entity has the old name. */
export function renameRows(rows: CopiedRows, renamed: RenamedEntity, catalog: Catalog): TableChange {
  const { of } = rows;
  const [from, to] = [literal(renamed.from), literal(renamed.to)];
  const reason = { phase: "renames", configPath: renamed.to } as const;
  const onlineSteps = copyOnline(rows, renamed);
  if (areCopied(rows, renamed, catalog)) {
    const over: Step = { kind: "dropTrigger", table: of, name: temporaryTrigger(renamed), purpose: "advance" };
    return changeOf(reason, over, { onlineSteps, afterwards: deletedAfterSwitch(of, sql`entity = ${from}`) });
  }
  const statement = sql`update ${table(of)} set entity = ${to} where entity = ${from}`;
  return changeOf(reason, changeRows(of, statement, "names"), { onlineSteps });
}
