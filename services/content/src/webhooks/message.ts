import { createHmac } from "node:crypto";
import { type WebhookDefinition, secretBytes } from "@colophon/config";
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

/**
 * The headers of a message. With two secrets it has two signatures, so that the receiver may know either.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(id: string, body: string, secrets: readonly string[], at: Date): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", secretBytes(secret) ?? "").update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
