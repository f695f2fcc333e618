/** The triggers that write down what webhooks and event streams are told about; a site without both has none. */
import { createHash } from "node:crypto";
import { empty, join, jsonText, literal, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Entity, EventSource, EventSources, Schema, Table } from "../types.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, TableChange } from "./catalog.ts";

interface Trigger {
  /** Which of the triggers of its table. */
  readonly kind: string;
  /** It says what the trigger is called with: when that changes, another one takes its place. */
  readonly name: string;
  readonly on: Table;
  readonly when: Sql;
  readonly calls: Sql;
  /** At the end of the transaction. */
  readonly deferred?: true;
  /** Once for all rows that a statement inserts, with this name for them. */
  readonly added?: string;
}

type Form = Omit<Trigger, "name" | "calls"> & { readonly calls: string };

const REMOVALS: Table = { schema: "cms", name: "removals" };
const VERSIONS: Table = { schema: "cms", name: "versions" };
const TRASH: Table = { schema: "cms", name: "trash" };

const REMOVED: Form = { kind: "removed", on: REMOVALS, when: sql`after insert`, calls: "log_removal_events", added: "added" };
const DRAFTS: readonly Form[] = [
  { kind: "draft", on: VERSIONS, when: sql`after insert`, calls: "log_draft_event" },
  { kind: "discarded", on: VERSIONS, when: sql`after update`, calls: "log_discard_event", deferred: true },
  { kind: "trashed", on: TRASH, when: sql`after insert`, calls: "log_trash_event" },
  { kind: "returned", on: TRASH, when: sql`after delete`, calls: "log_trash_event" },
];
const CONDITIONS: Readonly<Record<string, Sql>> = {
  draft: sql` when (new.pending)`,
  discarded: sql` when (old.pending and not new.pending)`,
  trashed: sql` when (new.published_at is null)`,
  returned: sql` when (old.published_at is null)`,
};
const HASH_LENGTH = 8;

/** Whether a trigger is one of this file. */
export function isEventTrigger(trigger: string): boolean {
  return trigger === "event" || trigger.startsWith("event.");
}

/** The names of the first webhooks' triggers of rows were `event` and `event.locale`. */
function kindOf(trigger: string): string {
  const [, kind = "locale"] = trigger.split(".");
  return kind === "locale" ? "rows" : kind;
}

function called({ calls, ...form }: Form, given: Sql): Trigger {
  const hash = createHash("sha256").update(textOf(given)).digest("hex").slice(0, HASH_LENGTH);
  return { ...form, name: `event.${form.kind}.${hash}`, calls: sql`cms.${name(calls)}(${given})` };
}

function ofRows({ name: entity, table: on, translatable }: Entity, { told, columns }: EventSource): Trigger {
  const given = [entity, told, translatable ? "locale" : "", ...Object.keys(columns)].map(literal);
  return called({ kind: "rows", on, when: sql`after insert or update or delete`, calls: "log_row_event" }, join(given));
}

function triggersOf({ entities, events }: Schema): readonly Trigger[] {
  const rows = [...entities.values()].flatMap((entity) => {
    const source = events.rows.get(entity.name);
    return source ? [ofRows(entity, source)] : [];
  });
  const given = (sources: EventSources["rows"]): Sql => {
    const each = [...sources].map(([entity, source]) => [entity, { ...source, table: textOf(table(entityIn(entities, entity).table)) }]);
    return jsonText(Object.fromEntries(each));
  };
  return [
    ...rows,
    ...(rows.length > 0 ? [called(REMOVED, given(events.rows))] : []),
    ...(events.drafts.size > 0 ? DRAFTS.map((form) => called(form, given(events.drafts))) : []),
  ];
}

function entityIn(entities: Schema["entities"], entity: string): Entity {
  const found = entities.get(entity);
  if (!found) throw new TypeError(`there is no entity ${entity}`);
  return found;
}

function create({ kind: of, name: own, on, when, calls, deferred, added }: Trigger): TableChange {
  const sort = deferred ? sql`constraint trigger` : sql`trigger`;
  const moment = deferred ? sql` deferrable initially deferred` : empty;
  const each = added === undefined ? sql` for each row` : sql` referencing new table as ${name(added)} for each statement`;
  const text = sql`create ${sort} ${name(own)} ${when} on ${table(on)}${moment}${each}${CONDITIONS[of] ?? empty} execute function ${calls}`;
  return { sql: textOf(text), lossy: null, place: on.name };
}

function drop(on: Table, trigger: string): TableChange {
  return { sql: textOf(sql`drop trigger ${name(trigger)} on ${table(on)}`), lossy: null, place: on.name };
}

function tableOf(key: string): Table {
  const [schema, ...rest] = key.split(".");
  return { schema: schema === "cms" ? "cms" : "content", name: rest.join(".") };
}

/**
 * The triggers that are missing, and those that nothing needs any more: processes with an older configuration may need them until they end.
 * One whose place another one takes ends at once, because both would write the same event.
 */
export function eventTriggers(schema: Schema, { tables }: Catalog): readonly TableChange[] {
  const wanted = triggersOf(schema);
  const missing = wanted.filter(({ on, name: own }) => !tables.get(tableKey(on))?.triggers.has(own));
  const names = new Set(wanted.map(({ on, name: own }) => `${tableKey(on)} ${own}`));
  const replaced = new Set(missing.map(({ on, kind }) => `${tableKey(on)} ${kind}`));
  const configured = new Set([...schema.entities.values()].map((entity) => tableKey(entity.table)));
  const unneeded = [...tables].flatMap(([key, { triggers }]) => {
    const exists = key.startsWith("cms.") || configured.has(key); // other tables are dropped with theirs
    const own = exists ? [...triggers].filter((trigger) => isEventTrigger(trigger) && !names.has(`${key} ${trigger}`)) : [];
    return own.map((trigger) => ({ change: drop(tableOf(key), trigger), writes: `${key} ${kindOf(trigger)}` }));
  });
  const written = new Set(unneeded.map(({ writes }) => writes));
  return [
    ...missing.map((one) => ({ ...create(one), ...(written.has(`${tableKey(one.on)} ${one.kind}`) && { hasVariant: true as const }) })),
    ...unneeded.map(({ change, writes }) => (replaced.has(writes) ? change : { ...change, takesAway: "bridge" as const })),
  ];
}
