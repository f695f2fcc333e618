/** Triggers that a configuration needs or not, on tables of entities and of the system. */
import { createHash } from "node:crypto";
import { pinned } from "../functions/pinned.ts";
import { literal, name, sql, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Schema, Table } from "../../types.ts";
import { tableKey, tableOfKey } from "../catalog.ts";
import type { Catalog, CatalogTable } from "../catalog.ts";
import type { TableDesign } from "../contract.ts";
import { changeOf } from "../steps/change.ts";
import type { Reason, TableChange } from "../steps/change.ts";
import type { Purpose, Step, TriggerDesign } from "../steps/step.ts";

export interface Trigger extends TriggerDesign {
  readonly on: Table;
  /** Creates the function, if it is the trigger's own; see `ownName`. */
  readonly made?: Sql;
}

/** Triggers of one purpose. Two of the same kind on a table write the same. */
export interface Family {
  readonly purpose: Purpose;
  readonly includes: (trigger: string) => boolean;
  readonly kindOf: (trigger: string) => string;
}

/** Between the kind of a trigger with a function of its own, which has the trigger's name in the schema `cms`, and the rest of its name. */
const OWN = ".own_";

const HASH_LENGTH = 16;
const COUNTING = "count";
/** The one of earlier releases, which also counts the writes that count themselves. */
const COUNTING_ALL = "touch";

/** For the name of a trigger: when what it is made from changes, another trigger takes its place. */
export function triggerHash(madeFrom: string): string {
  return createHash("sha256").update(madeFrom).digest("hex").slice(0, HASH_LENGTH);
}

/** The name of a trigger with a function of its own: both are dropped together. */
export function ownName(kind: string, id: string): string {
  return kind + OWN + id;
}

/** A function of a trigger's own, with the trigger's name, in the schema `cms`; `body` is quoted. It runs as the owner of the tables. */
export function ownFunction(trigger: string, body: Sql): Pick<Trigger, "calls" | "made"> {
  const calls = sql`cms.${name(trigger)}()`;
  return { calls, made: sql`create or replace function ${calls} returns trigger language plpgsql security definer ${pinned} as ${body}` };
}

/** The changes that create a trigger. */
function triggerSteps({ on, made, ...trigger }: Trigger, purpose: Purpose, hasVariant: boolean): readonly TableChange[] {
  const own = made
    ? [changeOf({ phase: "triggers", configPath: "cms" }, { kind: "createFunction", definition: textOf(made), purpose })]
    : [];
  const create = { kind: "createTrigger", table: on, trigger, purpose } as const;
  return [...own, changeOf({ phase: "triggers", configPath: on.name }, create, hasVariant ? { hasVariant } : {})];
}

/** Drops a trigger, with its own function if it has one. */
export function dropTrigger(on: Table, name: string, purpose: Purpose): Step {
  return { kind: name.includes(OWN) ? "dropTriggerFunction" : "dropTrigger", table: on, name, purpose };
}

interface Unneeded {
  readonly on: Table;
  readonly trigger: string;
  /** Whether its table stays. */
  readonly stays: boolean;
}

/** Existing ones of a family that are not wanted. */
function unneededTriggers(schema: Schema, { tables }: Catalog, wanted: readonly Trigger[], { includes }: Family): readonly Unneeded[] {
  const names = new Set(wanted.map(({ on, name: own }) => `${tableKey(on)} ${own}`));
  const configured = new Set([...schema.entities.values()].map((entity) => tableKey(entity.table)));
  return [...tables].flatMap(([key, { triggers }]) => {
    const stays = key.startsWith("cms.") || configured.has(key); // other tables are dropped with their triggers, but without functions
    const found = [...triggers].filter((own) => includes(own) && !names.has(`${key} ${own}`) && (stays || own.includes(OWN)));
    return found.map((trigger) => ({ on: tableOfKey(key), trigger, stays }));
  });
}

/**
 * Drops the triggers of a family that nothing needs any more, and creates those that are missing. Processes with an older configuration may
 * need the former until they end; one that another one replaces is dropped at once, because both would write the same.
 */
export function triggerChanges(schema: Schema, catalog: Catalog, wanted: readonly Trigger[], family: Family): readonly TableChange[] {
  const kindOn = (on: Table, trigger: string): string => `${tableKey(on)} ${family.kindOf(trigger)}`;
  const missing = wanted.filter(({ on, name: own }) => !catalog.tables.get(tableKey(on))?.triggers.has(own));
  const unneeded = unneededTriggers(schema, catalog, wanted, family);
  const made = new Set(missing.map(({ on, name: own }) => kindOn(on, own)));
  const found = new Set(unneeded.map(({ on, trigger }) => kindOn(on, trigger)));
  const { purpose } = family;
  return [
    ...unneeded.map(({ on, trigger, stays }) => {
      const isReplaced = stays && made.has(kindOn(on, trigger));
      const drop = dropTrigger(on, trigger, purpose);
      return changeOf({ phase: "triggers", configPath: on.name }, drop, isReplaced ? {} : { takesAway: "bridge" });
    }),
    ...missing.flatMap((trigger) => triggerSteps(trigger, purpose, found.has(kindOn(trigger.on, trigger.name)))),
  ];
}

/** Whether a trigger counts writes. */
export function isCounting(trigger: string): boolean {
  return trigger === COUNTING || trigger === COUNTING_ALL;
}

/** The trigger that counts writes, so that an unchanged total need not be counted again: those whose statement doesn't (sql/write/plain.ts). */
export function countWrites({ table, entity }: TableDesign, found: CatalogTable | null): readonly TableChange[] {
  if (found?.triggers.has(COUNTING)) return [];
  const reason: Reason = { phase: "triggers", configPath: entity.name };
  const trigger: TriggerDesign = {
    name: COUNTING,
    when: sql`after insert or update or delete or truncate`,
    condition: sql`current_setting('cms.counted', true) is distinct from ${literal(entity.name)}`,
    isPerStatement: true,
    calls: sql`cms.touch(${literal(entity.name)})`,
  };
  const earlier = found?.triggers.has(COUNTING_ALL) ? [changeOf(reason, dropTrigger(table, COUNTING_ALL, "counting"))] : [];
  return [...earlier, changeOf(reason, { kind: "createTrigger", table, trigger, purpose: "counting" })];
}
