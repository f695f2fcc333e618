import type { WebhookDefinition } from "@colophon/config";
import {
  batched,
  createDeliveryTable,
  createWebhookTable,
  PAUSED_AFTER,
  type BegunAttempt,
  type Database,
  type DeliveryTable,
  type EndedDelivery,
  type OpenDelivery,
} from "@colophon/database";
import type { Log } from "@colophon/runtime";
import { bodyOf, type ReadRecord, signedHeaders } from "./message.ts";
import type { DeliveryQueue } from "./queue.ts";
import { nextAttemptAt, parseRetryAfter } from "./retries.ts";
import type { Sender, Sent } from "./send.ts";

export interface DeliverOptions {
  readonly webhooks: readonly WebhookDefinition[];
  readonly database: Database;
  readonly queue: DeliveryQueue;
  readonly sender: Pick<Sender, "send">;
  readonly readRecord: ReadRecord;
  readonly now: () => Date;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly onAttempt?: (outcome: "delivered" | "failed") => void;
}

const GONE = 410;

/**
 * One attempt of a delivery. The attempt is counted before it is made, and its result is stored with the next one's job: whatever process is
 * killed, the delivery is pending and has a job, or has ended.
 */
export function createDeliver({ webhooks, database, queue, sender, readRecord, now, log, onAttempt }: DeliverOptions) {
  const deliveries = createDeliveryTable(database);
  const { open, begin, end } = inBatches(deliveries);
  const states = createWebhookTable(database);
  const byName = new Map(webhooks.map((webhook) => [webhook.name, webhook]));
  const names = [...byName.keys()];

  async function send(webhook: WebhookDefinition, delivery: OpenDelivery): Promise<Sent> {
    const record = webhook.include === "record" && delivery.entity !== null ? await readRecord(webhook, delivery) : undefined;
    const body = bodyOf(delivery, record);
    const headers = signedHeaders(delivery.id, body, [webhook.secret ?? ""].flat(), now());
    return sender.send({ url: webhook.url, headers, body, allowPrivate: webhook.allowPrivate ?? false });
  }

  async function succeeded(delivery: OpenDelivery, sent: Sent): Promise<void> {
    await end({ ...sent, id: delivery.id, state: "delivered", at: now() });
    if (delivery.failures > 0) await states.succeeded(delivery.webhook);
    if (delivery.failures >= PAUSED_AFTER) await queue.planAll(names);
    else await queue.planNext(delivery);
  }

  /** The receiver wants no more messages. */
  const disable = ({ id, webhook }: OpenDelivery, sent: Sent): Promise<void> =>
    database.transaction(async () => {
      await states.disable(webhook, now());
      await deliveries.end([{ ...sent, id, state: "failed", at: now() }]);
      await deliveries.drop(webhook, now());
      log.warn({ webhook }, "a webhook is disabled, because its receiver answered 410; an admin can enable it");
    });

  async function giveUp(delivery: OpenDelivery, sent: Sent): Promise<void> {
    await deliveries.end([{ ...sent, id: delivery.id, state: "failed", at: now() }]);
    log.error({ webhook: delivery.webhook, delivery: delivery.id, ...reasonOf(sent) }, "a delivery failed for the last time");
    await queue.planNext(delivery);
  }

  const retryAt = ({ id, webhook }: OpenDelivery, nextAt: Date, sent: Sent): Promise<void> =>
    database.transaction(async () => {
      const failures = await states.failed(webhook);
      const jobId = failures >= PAUSED_AFTER ? null : await queue.planAt(id, nextAt);
      await deliveries.retry(id, nextAt, jobId, sent);
      if (failures !== PAUSED_AFTER) return;
      await deliveries.parkAll(webhook);
      log.warn({ webhook, ...reasonOf(sent) }, "a webhook is paused: it gets one delivery a minute");
    });

  async function failed(delivery: OpenDelivery, sent: Sent): Promise<void> {
    if (delivery.entity === null) return giveUp(delivery, sent); // a test is not repeated
    if (sent.status === GONE) return disable(delivery, sent);
    const attempts = delivery.attempts + 1;
    const at = now();
    const retryAfterMs = parseRetryAfter(sent.retryAfter, at);
    const nextAt = nextAttemptAt({ attempts, firstAt: delivery.firstAt ?? at, now: at, retryAfterMs });
    if (nextAt !== null) return retryAt(delivery, nextAt, sent);
    await states.failed(delivery.webhook);
    return giveUp(delivery, sent);
  }

  /** Whether it has its turn. Otherwise it loses its job, until it is planned again. */
  async function isDue(delivery: OpenDelivery, isProbe: boolean): Promise<boolean> {
    const isHeld = delivery.entity !== null && (delivery.isDisabled || (!isProbe && delivery.failures >= PAUSED_AFTER));
    const isUnknown = !byName.has(delivery.webhook); // to this process: another one may have a newer configuration
    if (!isHeld && !isUnknown && !delivery.isBehind) return true;
    await deliveries.park(delivery.id);
    return false;
  }

  return async (
    { delivery: id, probe = false }: { delivery: string; probe?: boolean | undefined },
    { id: jobId }: { id: string },
  ): Promise<void> => {
    const delivery = await open(id);
    const webhook = byName.get(delivery?.webhook ?? "");
    if (!delivery || delivery.jobId !== jobId || !(await isDue(delivery, probe)) || !webhook) return;
    const began = now();
    if (!(await begin({ id, at: began }))) return;
    const current = { ...delivery, firstAt: delivery.firstAt ?? began };
    const sent = await send(webhook, current);
    const isDelivered = sent.status !== null && sent.status >= 200 && sent.status < 300;
    await (isDelivered ? succeeded(current, sent) : failed(current, sent));
    onAttempt?.(isDelivered ? "delivered" : "failed");
  };
}

/** The statements of a successful attempt, for all attempts of the moment together: many run at once. */
function inBatches(deliveries: DeliveryTable) {
  return {
    /** A pending delivery, or null. */
    open: batched(async (ids: readonly string[]) => {
      const found = new Map((await deliveries.open(ids)).map((delivery) => [delivery.id, delivery]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    /** False if the delivery has ended meanwhile. */
    begin: batched(async (begun: readonly BegunAttempt[]) => {
      const found = new Set((await deliveries.begin(begun)).map(({ id }) => id));
      return begun.map(({ id }) => found.has(id));
    }),
    end: batched(async (ended: readonly EndedDelivery[]) => {
      await deliveries.end(ended);
      return ended;
    }),
  };
}

function reasonOf({ status, error }: Sent): { status: number } | { reason: string | null } {
  return status === null ? { reason: error } : { status };
}
