/** The triggers that write down what webhooks are told about; a site without webhooks has none. */
import { empty, literal, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Entity, Schema, Table } from "../types.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, TableChange } from "./catalog.ts";

interface Trigger {
  readonly name: string;
  readonly on: Table;
  readonly when: Sql;
  readonly calls: Sql;
  /** At the end of the transaction. */
  readonly deferred?: true;
}

const REMOVALS: Table = { schema: "cms", name: "removals" };
const VERSIONS: Table = { schema: "cms", name: "versions" };
const TRASH: Table = { schema: "cms", name: "trash" };

const REMOVED: Trigger = { name: "event.removed", on: REMOVALS, when: sql`after insert`, calls: sql`cms.add_removal_event()` };
const DRAFTS: readonly Trigger[] = [
  { name: "event.draft", on: VERSIONS, when: sql`after insert`, calls: sql`cms.add_draft_event()` },
  { name: "event.discarded", on: VERSIONS, when: sql`after update`, calls: sql`cms.add_discard_event()`, deferred: true },
  { name: "event.trashed", on: TRASH, when: sql`after insert`, calls: sql`cms.add_trash_event()` },
  { name: "event.returned", on: TRASH, when: sql`after delete`, calls: sql`cms.add_trash_event()` },
];
const CONDITIONS: Readonly<Record<string, Sql>> = {
  "event.draft": sql` when (new.pending)`,
  "event.discarded": sql` when (old.pending and not new.pending)`,
  "event.trashed": sql` when (new.published_at is null)`,
  "event.returned": sql` when (old.published_at is null)`,
};

/** Whether a trigger is one of this file. */
export function isEventTrigger(trigger: string): boolean {
  return trigger === "event" || trigger.startsWith("event.");
}

/** Its name says whether it passes on the locale: when that changes, another one takes its place. */
function ofRows({ name: entity, table: on, translatable }: Entity): Trigger {
  const locale = translatable ? sql`, ${literal("locale")}` : empty;
  return {
    name: translatable ? "event.locale" : "event",
    on,
    when: sql`after insert or update or delete`,
    calls: sql`cms.add_row_event(${literal(entity)}${locale})`,
  };
}

function triggersOf({ entities, events }: Schema): readonly Trigger[] {
  const rows = [...entities.values()].filter((entity) => events.entities.has(entity.name)).map(ofRows);
  return [...rows, ...(rows.length > 0 ? [REMOVED] : []), ...(events.drafts ? DRAFTS : [])];
}

function create({ name: own, on, when, calls, deferred }: Trigger): TableChange {
  const kind = deferred ? sql`constraint trigger` : sql`trigger`;
  const moment = deferred ? sql` deferrable initially deferred` : empty;
  const text = sql`create ${kind} ${name(own)} ${when} on ${table(on)}${moment} for each row${CONDITIONS[own] ?? empty} execute function ${calls}`;
  return { sql: textOf(text), lossy: null, place: on.name };
}

function drop(on: Table, trigger: string): TableChange {
  return { sql: textOf(sql`drop trigger ${name(trigger)} on ${table(on)}`), lossy: null, place: on.name };
}

function tableOf(key: string): Table {
  const [schema, ...rest] = key.split(".");
  return { schema: schema === "cms" ? "cms" : "content", name: rest.join(".") };
}

/** The triggers that are missing, and those that nothing needs any more: processes with an older configuration may need them until they end. */
export function eventTriggers(schema: Schema, { tables }: Catalog): readonly TableChange[] {
  const wanted = triggersOf(schema);
  const missing = wanted.filter(({ on, name: own }) => !tables.get(tableKey(on))?.triggers.has(own));
  const names = new Set(wanted.map(({ on, name: own }) => `${tableKey(on)} ${own}`));
  const configured = new Set([...schema.entities.values()].map((entity) => tableKey(entity.table)));
  const unneeded = [...tables].flatMap(([key, { triggers }]) => {
    const exists = key.startsWith("cms.") || configured.has(key); // other tables are dropped with theirs
    return exists
      ? [...triggers].filter((own) => isEventTrigger(own) && !names.has(`${key} ${own}`)).map((own) => drop(tableOf(key), own))
      : [];
  });
  return [...missing.map(create), ...unneeded.map((change) => ({ ...change, takesAway: "bridge" as const }))];
}
