/** The events that webhooks and event streams are told about, and the query string of a stream. */
import { WEBHOOK_EVENTS, type WebhookDefinition, type WebhookEvent } from "@colophon/config";
import type { ErrorDetail } from "@colophon/model/errors";
import type { Entity, EventSource, EventSources, Role, Schema, Principal } from "../types.ts";
import { draftRuleFor, ruleFor } from "../permissions/permissions.ts";
import { ownFieldsOf } from "../plan/filter/contract.ts";
import { rowFilterOf } from "../plan/filter/plan.ts";
import { checkRoots, namesOf, parseParameters, scalarOf, throwProblems } from "../request/parameters.ts";

interface Roles {
  readonly roles: ReadonlyMap<string, Role>;
  readonly publicRole: string | null;
}

/** The role with whose permissions a webhook reads. */
export function webhookRole({ publicRole }: Pick<Schema, "publicRole">, webhook: WebhookDefinition): string {
  return webhook.role ?? publicRole ?? "";
}

/** Whether a webhook is told about an event of an entity that its role can read. `*` means drafts only for a role that reads drafts. */
export function isSubscribed(schema: Roles, webhook: WebhookDefinition, entity: string, event: WebhookEvent): boolean {
  if (webhook.entities && !webhook.entities.includes(entity)) return false;
  const role = schema.roles.get(webhookRole(schema, webhook));
  const { read, update } = role?.permissions.get(entity) ?? {};
  if (!role || !(role.isAdmin || read)) return false;
  const readsDrafts = role.isAdmin || update !== undefined || read?.drafts === true;
  return webhook.events.some((pattern) => {
    const [ofEntity, ofEvent = "*"] = pattern.split(".");
    if (ofEntity !== "*" && ofEntity !== entity) return false;
    return ofEvent === event || (ofEvent === "*" && (event !== "draft" || readsDrafts));
  });
}

/** The sources of all events that some webhook, or an event stream, is told about. */
export function eventSources(schema: Schema): EventSources {
  const { webhooks, events: hasStream } = schema.config;
  const isWanted = ({ name }: Entity, event: WebhookEvent) => webhooks.some((webhook) => isSubscribed(schema, webhook, name, event));
  const sourceOf = (entity: Entity, isTold: boolean, of: "rows" | "drafts"): readonly (readonly [string, EventSource])[] => {
    if (!isTold && !hasStream) return [];
    const told = isTold && hasStream ? "both" : isTold ? "webhooks" : "stream";
    return [[entity.name, { told, columns: hasStream ? filterColumns(schema, entity, of) : {} }]];
  };
  const entities = [...schema.entities.values()];
  const versioned = entities.filter(({ versions }) => versions);
  const tellsDrafts = versioned.some((entity) => isWanted(entity, "draft"));
  return {
    rows: new Map(
      entities.flatMap((entity) =>
        sourceOf(
          entity,
          WEBHOOK_EVENTS.some((event) => isWanted(entity, event)),
          "rows",
        ),
      ),
    ),
    drafts: new Map(versioned.flatMap((entity) => sourceOf(entity, tellsDrafts, "drafts"))),
  };
}

/** The columns from which a row filter can be decided without other tables. */

/** Column → the field's name: what row filters of roles for reading live records, or drafts, compare. Filters that need other tables add none. */
function filterColumns(schema: Schema, entity: Entity, of: "rows" | "drafts"): Readonly<Record<string, string>> {
  const fields = [...schema.roles.values()].flatMap(({ name: role }) => {
    const principal: Principal = { kind: "user", role, userId: "" };
    const read = ruleFor(schema, principal, entity.name, "read");
    const draft = of === "drafts" ? draftRuleFor(schema, principal, entity.name) : null;
    if (!read || (of === "drafts" && !draft)) return [];
    return [read, ...(draft ? [draft] : [])].flatMap((rule) => ownFieldsOf(rowFilterOf(schema, principal, entity, rule).filter) ?? []);
  });
  const columns = fields.flatMap(({ name, storage }) => (storage.kind === "column" && name !== "_type" ? [[storage.column, name]] : []));
  return Object.fromEntries(columns.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)));
}

/** The query string of an event stream. */

const MAX_ENTITIES = 200;

/**
 * Reads `?entities=article,page`.
 *
 * @param readable - the entities that the caller may read: any other is unknown.
 * @returns the entities of the stream; without the parameter all that the caller may read.
 * @throws VALIDATION_ERROR
 */
export function parseEventsQuery(search: string, readable: readonly string[]): readonly string[] {
  const problems: ErrorDetail[] = [];
  const parameters = parseParameters(search, problems);
  checkRoots(parameters, ["entities"], problems);
  const names = namesOf("entities", scalarOf(parameters, "entities", problems), MAX_ENTITIES, problems);
  const unknown = (names ?? []).filter((name) => name !== "" && !readable.includes(name));
  for (const name of unknown) problems.push({ field: "entities", message: `there is no entity ${name}` });
  throwProblems(problems);
  return names ?? readable;
}
