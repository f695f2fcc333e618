/** The events that webhooks are told about. */
import { WEBHOOK_EVENTS, type Config, type WebhookDefinition, type WebhookEvent } from "@colophon/config";
import type { Entity, EventSources, Role, Schema } from "../types.ts";

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

/** The sources of all events that some webhook is told about. */
export function eventSources({ webhooks }: Config, entities: readonly Pick<Entity, "name" | "versions">[], roles: Roles): EventSources {
  const isWanted = ({ name }: { name: string }, event: WebhookEvent) =>
    webhooks.some((webhook) => isSubscribed(roles, webhook, name, event));
  return {
    entities: new Set(entities.filter((entity) => WEBHOOK_EVENTS.some((event) => isWanted(entity, event))).map(({ name }) => name)),
    drafts: entities.some((entity) => entity.versions && isWanted(entity, "draft")),
  };
}
