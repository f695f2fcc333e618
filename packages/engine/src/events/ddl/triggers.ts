/** The triggers that write down what webhooks and event streams are told about; a site without both has none. */
import { jsonText, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Entity, EventSource, EventSources, Schema } from "../../types.ts";
import { REMOVALS, TRASH, VERSIONS } from "../../ddl/catalog.ts";
import { eventFunction } from "./row-function.ts";
import type { FeatureChanges } from "../../ddl/feature.ts";
import { ownFunction, ownName, triggerChanges, triggerHash, type Family, type Trigger } from "../../ddl/triggers/system-triggers.ts";

interface Form extends Omit<Trigger, "name" | "calls"> {
  /** Which of the triggers of its table. */
  readonly kind: string;
  /** The name of a function in the schema `cms`. */
  readonly calls: string;
}

const REMOVED: Form = { kind: "removed", on: REMOVALS, when: sql`after insert`, calls: "log_removal_events", added: "added" };
const DRAFTS: readonly Form[] = [
  { kind: "draft", on: VERSIONS, when: sql`after insert`, condition: sql`new.pending`, calls: "log_draft_event" },
  {
    kind: "discarded",
    on: VERSIONS,
    when: sql`after update`,
    condition: sql`old.pending and not new.pending`,
    calls: "log_discard_event",
    deferred: true,
  },
  { kind: "trashed", on: TRASH, when: sql`after insert`, condition: sql`new.published_at is null`, calls: "log_trash_event" },
  { kind: "returned", on: TRASH, when: sql`after delete`, condition: sql`old.published_at is null`, calls: "log_trash_event" },
];

/** Whether a trigger is one of this file. */
function isEventTrigger(trigger: string): boolean {
  return trigger === "event" || trigger.startsWith("event.");
}

/** The names of the first webhooks' triggers of rows were `event` and `event.locale`. */
function kindOf(trigger: string): string {
  const [, kind = "locale"] = trigger.split(".");
  return kind === "locale" ? "rows" : kind;
}

function called({ kind, calls, ...form }: Form, given: Sql): Trigger {
  return { ...form, name: `event.${kind}.${triggerHash(textOf(given))}`, calls: sql`cms.${name(calls)}(${given})` };
}

function ofRows(entity: Entity, source: EventSource): Trigger {
  const body = eventFunction(entity, source);
  const own = ownName("event.rows", triggerHash(textOf(body)));
  return { name: own, on: entity.table, when: sql`after insert or update or delete`, ...ownFunction(own, body) };
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

const FAMILY: Family = { purpose: "events", includes: isEventTrigger, kindOf };

/** The changes to the triggers that write events. */
export const EVENT_CHANGES: FeatureChanges = {
  triggers: FAMILY,
  ofSchema: (schema, catalog) => triggerChanges(schema, catalog, triggersOf(schema), FAMILY),
};
