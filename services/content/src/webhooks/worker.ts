import type { WebhookDefinition } from "@colophon/config";
import { createDeliveryTable, newId, type Database } from "@colophon/database";
import type { Schema } from "@colophon/engine";
import type { Log } from "@colophon/runtime";
import { createDeliver } from "./deliver.ts";
import { createDivideEvents } from "./divide-events.ts";
import { createDeliveryQueue } from "./queue.ts";
import { createReadRecord } from "./read-record.ts";
import type { Sender } from "./send.ts";
import { createUpkeep, webhookJobs } from "./webhook.jobs.ts";

export interface WebhookWorkerOptions {
  readonly schema: Schema;
  readonly database: Database;
  readonly sender: Pick<Sender, "send">;
  readonly log: Log;
  readonly now: () => Date;
  readonly onAttempt?: (outcome: "delivered" | "failed") => void;
}

/** The parts of the webhook worker; nothing is opened. */
export function createWebhookWorker({ schema, database, sender, log, now, onAttempt }: WebhookWorkerOptions) {
  const { webhooks } = schema.config;
  const queue = createDeliveryQueue(database);
  const divideEvents = createDivideEvents({ schema, database, queue, newId });
  const readRecord = createReadRecord({ schema, database, log, now });
  const deliver = createDeliver({ webhooks, database, queue, sender, readRecord, now, log, ...(onAttempt && { onAttempt }) });
  const parts = { webhooks, database, queue, divideEvents, deliver, now };
  const { sweep } = createDeliveryTable(database);
  return {
    divideEvents,
    deliver,
    maintain: createUpkeep(parts),
    sweep: () => sweep(now()),
    jobs: webhooks.length === 0 ? [] : webhookJobs(parts),
  };
}

/** The paths of webhooks without a secret: they could not sign. */
export function withoutSecret(webhooks: readonly WebhookDefinition[]): readonly string[] {
  return webhooks.flatMap(({ secret }, index) => {
    const secrets = [secret ?? ""].flat();
    return secrets.includes("") ? [`webhooks[${index}].secret`] : [];
  });
}
