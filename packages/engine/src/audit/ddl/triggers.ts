/** The triggers that write the audit log; a site without it has none. */
import { jsonText, literal, sql, textOf } from "../../sql/sql.ts";
import type { Entity, Schema } from "../../types.ts";
import { REMOVALS, systemTable, TRASH, VERSIONS } from "../../ddl/catalog.ts";
import { rowFunction } from "./row-function.ts";
import type { FeatureChanges } from "../../ddl/feature.ts";
import { changeOf } from "../../ddl/steps/change.ts";
import type { TableChange } from "../../ddl/steps/change.ts";
import { ownFunction, ownName, triggerChanges, triggerHash, type Family, type Trigger } from "../../ddl/triggers/system-triggers.ts";

const KIND = "audit";

/** Whether a trigger is one of this file. */
function isAuditTrigger(trigger: string): boolean {
  return trigger.startsWith(`${KIND}.`);
}

function hiddenIn({ fields }: Entity): readonly string[] {
  return fields.filter(({ hidden }) => hidden).map(({ name }) => name);
}

function ofRows(entity: Entity, isKeepingValues: boolean): Trigger {
  const body = rowFunction(entity, isKeepingValues);
  const own = ownName(KIND, triggerHash(textOf(body)));
  return { name: own, on: entity.table, when: sql`after insert or update or delete`, ...ownFunction(own, body) };
}

function ofDrafts({ entities }: Schema, isKeepingValues: boolean): Trigger {
  const hidden = [...entities.values()].filter(({ versions }) => versions).map((entity) => [entity.name, hiddenIn(entity)] as const);
  const values = isKeepingValues ? "values" : "";
  const secret = Object.fromEntries(hidden.filter(([, names]) => names.length > 0));
  return {
    name: `${KIND}.${triggerHash(JSON.stringify([values, secret]))}`,
    on: VERSIONS,
    when: sql`after insert`,
    condition: sql`new.pending and not (new.number = 1 and new.base_version is null)`,
    calls: sql`cms.audit_draft(${literal(values)}, ${jsonText(secret)})`,
  };
}

const OF_SYSTEM: readonly Trigger[] = [
  {
    name: "audit.ended",
    on: VERSIONS,
    when: sql`after update`,
    condition: sql`old.pending and not new.pending`,
    calls: sql`cms.audit_ended_draft()`,
  },
  { name: "audit.trash", on: TRASH, when: sql`after insert or delete`, calls: sql`cms.audit_trash()` },
  { name: "audit.removed", on: REMOVALS, when: sql`after insert`, calls: sql`cms.audit_removals()`, added: "added" },
  { name: "audit.session", on: systemTable("sessions"), when: sql`after insert or delete`, calls: sql`cms.audit_session()` },
  {
    name: "audit.confirmed",
    on: systemTable("sessions"),
    when: sql`after update`,
    condition: sql`old.confirmed_at <> new.confirmed_at`,
    calls: sql`cms.audit_session()`,
  },
  { name: "audit.key", on: systemTable("api_keys"), when: sql`after insert or delete`, calls: sql`cms.audit_api_key()` },
  {
    name: "audit.changed",
    on: systemTable("api_keys"),
    when: sql`after update`,
    condition: sql`row(old.name, old.role, old.expires_at, old.rate_limit_per_minute) is distinct from row(new.name, new.role, new.expires_at, new.rate_limit_per_minute)`,
    calls: sql`cms.audit_api_key()`,
  },
];

function triggersOf(schema: Schema): readonly Trigger[] {
  const { audit } = schema.config;
  if (!audit) return [];
  return [...[...schema.entities.values()].map((entity) => ofRows(entity, audit.values)), ofDrafts(schema, audit.values), ...OF_SYSTEM];
}

/** How long rows are kept: a function, so that only who changes the tables decides it. */
function keptDays({ config: { audit } }: Schema): readonly TableChange[] {
  if (!audit) return [];
  const days = literal(String(audit.days));
  const text = sql`create or replace function cms.audit_days() returns integer language sql immutable return ${days}::integer`;
  return [changeOf({ phase: "functions", configPath: "cms" }, { kind: "createFunction", definition: textOf(text) })];
}

/** Each table has one trigger of rows or of drafts, whose name contains a hash, beside those of the system. */
const FAMILY: Family = {
  purpose: "audit",
  includes: isAuditTrigger,
  kindOf: (trigger) => (OF_SYSTEM.some(({ name: own }) => own === trigger) ? trigger : "content"),
};

/** The changes to the triggers that write the audit log. */
export const AUDIT_CHANGES: FeatureChanges = {
  triggers: FAMILY,
  ofSchema: (schema, catalog) => [...keptDays(schema), ...triggerChanges(schema, catalog, triggersOf(schema), FAMILY)],
};
