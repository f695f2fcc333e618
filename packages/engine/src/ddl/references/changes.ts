/** Creates and drops tables of nested references; references of existing rows are copied while the site is running. */
import { isReferenceTable, referenceTableOf, shapeOfReferences } from "../../references/reference-tables.ts";
import type { ReferenceTable } from "../../references/reference-tables.ts";
import { jsonConstant, sql, table, textOf } from "../../sql/sql.ts";
import type { Schema, Table } from "../../types.ts";
import { tableKey, tableOfKey } from "../catalog.ts";
import type { Catalog } from "../catalog.ts";
import type { Catalogs } from "../current-table.ts";
import { designTables } from "../design.ts";
import { REFERENCE_FUNCTIONS } from "../functions/reference-functions.ts";
import { fillDrafts } from "./drafts.ts";
import { keepingFunction } from "./keeping.ts";
import { createTable, followedColumns, indexes, lostTrigger, triggerNames, triggers } from "./parts.ts";
import type { IndexPart, Moment } from "./parts.ts";
import { createEntityTable } from "../entity-tables.ts";
import type { OnlineStep } from "../steps/online-steps.ts";
import { changeOf, changeRows, changesOf } from "../steps/change.ts";
import type { TableChange } from "../steps/change.ts";
import type { Phase } from "../steps/phases.ts";
import type { Step } from "../steps/step.ts";
import { dropTrigger } from "../triggers/system-triggers.ts";
import { areSame, isConverted, referencesBefore, type StoredReferences } from "./names.ts";

const inContent = (key: string): Table => ({ schema: "content", name: key.replace(/^content\./, "") });
const TRIGGER = /^refers\./;
const TRIGGER_BEFORE = /^refers\.before\./;

interface Missing {
  readonly made: readonly Step[];
  readonly isFilled: boolean;
  readonly byTarget: readonly IndexPart[];
}

/** Whether the table was made with the names before the switch, which has not taken place. */
function isPrepared(of: Table, { tables }: Catalog): boolean {
  const [ofRecords = ""] = triggerNames(of, "before");
  return [...tables.values()].some(({ triggers: found }) => found.has(ofRecords));
}

/** What a table lacks at a moment. After the switch, what was made before contains the new names. */
function missingOf(table: ReferenceTable, moment: Moment, { tables }: Catalog, isRenamed: boolean): Missing {
  const found = tables.get(tableKey(table.table));
  const { distinct, byTarget } = indexes(table);
  const named = [keepingFunction(table), lostTrigger(table)];
  const ofTable = found ? (isRenamed ? named : []) : [createTable(table), distinct, ...named];
  const absent = triggers(table, moment).filter(({ name: own, on }) => !tables.get(tableKey(on))?.triggers.has(own));
  const lacking = byTarget.filter(({ name: own }) => !found?.indexes.has(own));
  return { made: [...ofTable, ...absent.map((trigger) => trigger.step)], isFilled: lacking.length === 0, byTarget: lacking };
}

function onlineStepsOf(
  references: StoredReferences,
  { made, isFilled, byTarget }: Missing,
  targets: readonly Step[],
): readonly OnlineStep[] {
  const of = tableKey(references.entity.table);
  const shape = jsonConstant(shapeOfReferences(references));
  const fill: OnlineStep = { kind: "fill", table: of, statement: textOf(sql`select cms.bring_references(${shape}) as done`) };
  const functions = REFERENCE_FUNCTIONS.map((definition) => ({ kind: "createFunction", definition, purpose: "references" }) as const);
  return [
    { kind: "brief", table: of, steps: [...targets, ...functions, ...made] },
    ...(isFilled ? [] : [fill, ...fillDrafts(references)]),
    ...byTarget.map(({ name, step }): OnlineStep => {
      const unfinished: Step = { kind: "dropIndex", table: references.table, name, concurrently: true };
      return { kind: "index", table: tableKey(references.table), steps: [unfinished, { ...step, concurrently: true }] };
    }),
  ];
}

/** The tables of entities that the change adds: references to them need foreign keys. */
function newTargets(schema: Schema, { columns }: ReferenceTable, { tables }: Catalog): readonly Step[] {
  const missing = new Set(columns.map(({ target }) => target.table).filter((of) => !tables.has(tableKey(of))));
  if (missing.size === 0) return [];
  const designs = designTables(schema).filter((design) => missing.has(design.table));
  return designs.map((design) => ({ ...createEntityTable(design), ifMissing: true }));
}

/** Whether the table was prepared for values in other columns than those that will replace the fields' own. */
function followsOthers(stored: ReferenceTable, { tables }: Catalog): boolean {
  const [ofRecords = ""] = triggerNames(stored.table, "before");
  const follower = tables.get(tableKey(stored.entity.table))?.followers?.get(ofRecords);
  return follower !== undefined && follower.with[1] !== textOf(followedColumns(stored));
}

/** What makes it follow the right columns: its references are then copied again from the beginning. */
function madeAgain(stored: ReferenceTable, { byTarget }: Missing): Missing {
  const progress = changeRows(stored.table, sql`delete from ${table(stored.table)} where path = ''`, "abandonedCopies");
  const following = triggers(stored, "before").map(({ step }): Step => ({ ...step, orReplace: true }));
  return { made: [progress, keepingFunction(stored), lostTrigger(stored), ...following], isFilled: false, byTarget };
}

function preparedFor(schema: Schema, table: ReferenceTable, catalogs: Catalogs): readonly OnlineStep[] {
  const { before } = catalogs;
  const stored = referencesBefore(schema, table, catalogs);
  if (!stored) return [];
  const missing = missingOf(stored, areSame(stored, table) ? "after" : "before", before, false);
  return onlineStepsOf(stored, followsOthers(stored, before) ? madeAgain(stored, missing) : missing, newTargets(schema, stored, before));
}

/** Whether drafts are converted in the switch: the references of those that were written since must be copied then. */
function areDraftsConverted({ entity, columns }: ReferenceTable, { tables }: Catalog): boolean {
  const found = tables.get(tableKey(entity.table));
  return entity.versions !== false && columns.some(({ references }) => references.some(({ field }) => isConverted(field, found)));
}

/** Triggers with old names, which were made while the site was running; they are dropped before anything is renamed. */
export function dropTriggersBefore({ tables }: Catalog): TableChange[] {
  return dropTriggers(tables, "preparations", (own) => TRIGGER_BEFORE.test(own));
}

function dropTriggers(tables: Catalog["tables"], phase: Phase, isOver: (own: string) => boolean): TableChange[] {
  return [...tables].flatMap(([key, { triggers: found }]) => {
    const on = tableOfKey(key);
    const over = [...found].filter(isOver).toSorted();
    return over.map((own) => changeOf({ phase, configPath: on.name }, dropTrigger(on, own, "references")));
  });
}

/** The steps for all incomplete tables of references; none if all are complete. */
export function referenceChanges(schema: Schema, catalog: Catalog, before: Catalog): TableChange[] {
  return [...schema.entities.values()].flatMap((entity) => {
    const references = referenceTableOf(schema, entity);
    if (!references || entity.builtIn) return [];
    const missing = missingOf(references, "after", catalog, isPrepared(references.table, catalog));
    if (missing.made.length === 0 && missing.isFilled) return [];
    const shape = jsonConstant(shapeOfReferences(references));
    const fill: Step = { kind: "copyReferences", table: references.table, shape };
    const ofDrafts: readonly Step[] = areDraftsConverted(references, catalog) ? [{ ...fill, ofDrafts: true }] : [];
    const steps = [...missing.made, ...(missing.isFilled ? ofDrafts : [fill]), ...missing.byTarget.map(({ step }) => step)];
    return changesOf({ phase: "references", configPath: entity.name }, steps, {
      onlineSteps: preparedFor(schema, references, { before, catalog }),
    });
  });
}

/** Whether no process can use a table of references: it was only prepared, or it is about entities that have other names now. */
function isUseless(of: Table, { before, catalog }: Catalogs): boolean {
  const about = [...(before.tables.get(tableKey(of))?.foreignKeys.values() ?? [])];
  return isPrepared(of, catalog) || about.some(({ target }) => !catalog.tables.has(target));
}

/** Triggers of tables that only another configuration has; they are dropped before these. */
export function dropFollowing(schema: Schema, catalogs: Catalogs): TableChange[] {
  const configured = new Set(
    [...schema.entities.values()].flatMap((entity) => {
      const references = referenceTableOf(schema, entity);
      return references ? triggers(references, "after").map((trigger) => trigger.name) : [];
    }),
  );
  const { tables } = catalogs.catalog;
  const useless = [...tables.keys()].map(inContent).filter((of) => isReferenceTable(of.name) && isUseless(of, catalogs));
  const unneeded = new Set(useless.flatMap((of) => triggerNames(of, "after")));
  const isOver = (own: string) => TRIGGER.test(own) && !TRIGGER_BEFORE.test(own) && !configured.has(own);
  return [
    ...dropTriggers(tables, "drops", (own) => isOver(own) && unneeded.has(own)),
    ...dropTriggers(tables, "drops", (own) => isOver(own) && !unneeded.has(own)).map((change) => ({
      ...change,
      takesAway: "data" as const,
    })),
  ];
}

/** Drops a table of references that only another configuration has, and its function. */
export function dropReferences(tableName: string, catalogs: Catalogs): TableChange[] {
  const of: Table = { schema: "content", name: tableName };
  const parameters = sql`uuid, boolean, jsonb, jsonb`;
  const steps: readonly Step[] = [
    { kind: "dropTable", table: of },
    { kind: "dropFunction", function: of, parameters, purpose: "references", ifExists: true },
  ];
  const reason = { phase: "drops", configPath: tableName.split("__")[0] ?? tableName } as const;
  return steps.map((step) => changeOf(reason, step, isUseless(of, catalogs) ? {} : { takesAway: "data" }));
}

/** The names of all tables of references. */
export function referenceTableNames(schema: Schema): ReadonlySet<string> {
  return new Set([...schema.entities.values()].flatMap((entity) => referenceTableOf(schema, entity)?.table.name ?? []));
}
