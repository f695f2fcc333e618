/** Creates and drops tables of nested references; references of existing rows are copied while the site is running. */
import { isReferenceTable, referenceTableOf, shapeOfReferences } from "../../references/reference-tables.ts";
import type { ReferenceTable } from "../../references/reference-tables.ts";
import { jsonConstant, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { columnNameOf } from "../../names.ts";
import type { Schema, Table } from "../../types.ts";
import type { AheadStep } from "../ahead.ts";
import { tableKey, tableOfKey } from "../catalog.ts";
import type { Catalog, TableChange } from "../catalog.ts";
import type { Catalogs } from "../current-table.ts";
import { designTables } from "../design.ts";
import { REFERENCE_FUNCTIONS } from "../functions/reference-functions.ts";
import { keepingFunction } from "./keeping.ts";
import { createTable, indexes, lostTrigger, triggerNames, triggers } from "./parts.ts";
import type { Moment, Part } from "./parts.ts";
import { createTable as createEntityTable } from "../render.ts";
import { dropTrigger } from "../system-triggers.ts";
import { areSame, referencesBefore } from "./names.ts";

const inContent = (key: string): Table => ({ schema: "content", name: key.replace(/^content\./, "") });
const TRIGGER = /^refers\./;
const TRIGGER_BEFORE = /^refers\.before\./;

interface Missing {
  readonly made: readonly Sql[];
  readonly isFilled: boolean;
  readonly byTarget: readonly Part[];
}

/** Whether the table was made with the names before the switch, which has not taken place. */
function isPrepared(of: Table, { tables }: Catalog): boolean {
  const [ofRecords = ""] = triggerNames(of, "before");
  return [...tables.values()].some(({ triggers: found }) => found.has(ofRecords));
}

/** What a table lacks at a moment. After the switch, what was made before contains the new names. */
function missingOf(one: ReferenceTable, moment: Moment, { tables }: Catalog, isRenamed: boolean): Missing {
  const found = tables.get(tableKey(one.table));
  const { distinct, byTarget } = indexes(one);
  const named = [keepingFunction(one), lostTrigger(one)];
  const ofTable = found ? (isRenamed ? named : []) : [createTable(one), distinct.sql, ...named];
  const absent = triggers(one, moment).filter(({ name: own, on }) => !tables.get(tableKey(on))?.triggers.has(own));
  const lacking = byTarget.filter(({ name: own }) => !found?.indexes.has(own));
  return { made: [...ofTable, ...absent.map((trigger) => trigger.sql)], isFilled: lacking.length === 0, byTarget: lacking };
}

function aheadOf(one: ReferenceTable, { made, isFilled, byTarget }: Missing, targets: readonly string[]): readonly AheadStep[] {
  const of = tableKey(one.entity.table);
  const shape = jsonConstant(shapeOfReferences(one));
  const fill: AheadStep = { kind: "fill", table: of, statements: [textOf(sql`select cms.bring_references(${shape}) as done`)] };
  return [
    { kind: "brief", table: of, statements: [...targets, ...REFERENCE_FUNCTIONS, ...made.map(textOf)] },
    ...(isFilled ? [] : [fill]),
    ...byTarget.map(({ name: own, sql: make }): AheadStep => {
      const unfinished = textOf(sql`drop index concurrently if exists ${name(one.table.schema)}.${name(own)}`);
      return {
        kind: "index",
        table: tableKey(one.table),
        statements: [unfinished, textOf(make).replace(" index ", " index concurrently ")],
      };
    }),
  ];
}

/** The tables of entities that the change adds: references to them need foreign keys. */
function newTargets(schema: Schema, { columns }: ReferenceTable, { tables }: Catalog): readonly string[] {
  const missing = new Set(columns.map(({ target }) => target.table).filter((of) => !tables.has(tableKey(of))));
  if (missing.size === 0) return [];
  const designs = designTables(schema).filter((design) => missing.has(design.table));
  return designs.map((design) => textOf(createEntityTable(design)).replace("create table ", "create table if not exists "));
}

/** References in values that are still to be converted are copied in the switch, after the conversion. */
function preparedFor(schema: Schema, one: ReferenceTable, before: Catalog, catalog: Catalog): readonly AheadStep[] {
  const reshaped = catalog.tables.get(tableKey(one.entity.table))?.reshaped;
  const isConverted = one.columns.some(({ references }) =>
    references.some(({ field }) => (reshaped?.get(columnNameOf(field.name))?.records ?? 0) > 0),
  );
  const stored = isConverted ? null : referencesBefore(schema, one, before);
  if (!stored) return [];
  const missing = missingOf(stored, areSame(stored, one) ? "after" : "before", before, false);
  return aheadOf(stored, missing, newTargets(schema, stored, before));
}

/** Triggers with old names, which were made while the site was running; they are dropped before anything is renamed. */
export function dropTriggersBefore({ tables }: Catalog): TableChange[] {
  return dropTriggers(tables, (own) => TRIGGER_BEFORE.test(own));
}

function dropTriggers(tables: Catalog["tables"], isOver: (own: string) => boolean): TableChange[] {
  return [...tables].flatMap(([key, { triggers: found }]) => {
    const on = tableOfKey(key);
    return [...found]
      .filter(isOver)
      .toSorted()
      .map((own) => dropTrigger(on, own));
  });
}

/** The steps for all incomplete tables of references; none if all are complete. */
export function referenceChanges(schema: Schema, catalog: Catalog, before: Catalog): TableChange[] {
  return [...schema.entities.values()].flatMap((entity) => {
    const one = referenceTableOf(schema, entity);
    if (!one || entity.builtIn) return [];
    const missing = missingOf(one, "after", catalog, isPrepared(one.table, catalog));
    if (missing.made.length === 0 && missing.isFilled) return [];
    const shape = jsonConstant(shapeOfReferences(one));
    const fill = sql`do ${sql`$$`} begin while cms.bring_references(${shape}) > 0 loop end loop; end ${sql`$$`}`;
    const steps = [...missing.made, ...(missing.isFilled ? [] : [fill]), ...missing.byTarget.map(({ sql: make }) => make)];
    const ahead = preparedFor(schema, one, before, catalog);
    return steps.map((step, at) => ({
      sql: textOf(step),
      lossy: null,
      place: entity.name,
      ...(at === 0 && ahead.length > 0 && { ahead }),
    }));
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
      const one = referenceTableOf(schema, entity);
      return one ? triggers(one, "after").map((trigger) => trigger.name) : [];
    }),
  );
  const { tables } = catalogs.catalog;
  const useless = [...tables.keys()].map(inContent).filter((of) => isReferenceTable(of.name) && isUseless(of, catalogs));
  const unneeded = new Set(useless.flatMap((of) => triggerNames(of, "after")));
  const isOver = (own: string) => TRIGGER.test(own) && !TRIGGER_BEFORE.test(own) && !configured.has(own);
  return [
    ...dropTriggers(tables, (own) => isOver(own) && unneeded.has(own)),
    ...dropTriggers(tables, (own) => isOver(own) && !unneeded.has(own)).map((change) => ({ ...change, takesAway: "data" as const })),
  ];
}

/** Drops a table of references that only another configuration has, and its function. */
export function dropReferences(tableName: string, catalogs: Catalogs): TableChange[] {
  const of: Table = { schema: "content", name: tableName };
  const steps = [sql`drop table ${table(of)}`, sql`drop function if exists ${table(of)}(uuid, boolean, jsonb, jsonb)`];
  const place = tableName.split("__")[0] ?? tableName;
  return steps.map((step) => ({ sql: textOf(step), lossy: null, place, ...(!isUseless(of, catalogs) && { takesAway: "data" }) }));
}

/** The names of all tables of references. */
export function referenceTableNames(schema: Schema): ReadonlySet<string> {
  return new Set([...schema.entities.values()].flatMap((entity) => referenceTableOf(schema, entity)?.table.name ?? []));
}
