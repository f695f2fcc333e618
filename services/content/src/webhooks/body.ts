import type { WebhookDefinition } from "@colophon/config";
import type { OpenDelivery } from "@colophon/database";

/** The JSON text of a delivery's record as the webhook's role may read it now; `null` if it reads none. */
export type ReadRecord = (webhook: WebhookDefinition, delivery: OpenDelivery) => Promise<string>;

/** The body of a message. `purge` contains the cache tags of the answers that the event makes stale. @param record - JSON text */
export function bodyOf({ id, event, at, entity, recordId, version, locale }: OpenDelivery, record: string | undefined): string {
  const isTest = entity === null;
  const facts = isTest ? {} : { entity, recordId, version, locale, purge: [entity, recordId] };
  const text = JSON.stringify({ id, event, time: at.toISOString(), ...facts });
  return record === undefined ? text : `${text.slice(0, -1)},"record":${record}}`;
}
