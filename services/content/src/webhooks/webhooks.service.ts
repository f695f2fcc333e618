import {
  createDeliveryList,
  createDeliveryTable,
  createWebhookTable,
  PAUSED_AFTER,
  type Database,
  type DeliveriesPage,
  type StoredDelivery,
} from "@colophon/database";
import type { WebhookDefinition } from "@colophon/config";
import { webhookRole, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { createDeliveryQueue } from "./queue.ts";

export interface WebhooksDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly now: () => Date;
  readonly newId: () => string;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** What admins see of webhooks, and do with them. Secrets and queries of URLs are never shown. */
export function createWebhooks({ schema, database, now, newId }: WebhooksDependencies) {
  const states = createWebhookTable(database);
  const deliveries = createDeliveryList(database);
  const { add } = createDeliveryTable(database);
  const queue = createDeliveryQueue(database);
  const { webhooks } = schema.config;

  function require(name: string): WebhookDefinition {
    const webhook = webhooks.find((webhook) => webhook.name === name);
    if (!webhook) throw new AppError("NOT_FOUND");
    return webhook;
  }

  async function requireDelivery(name: string, id: string): Promise<StoredDelivery> {
    const found = await deliveries.find(require(name).name, id);
    if (!found) throw new AppError("NOT_FOUND");
    return found;
  }

  return {
    async list() {
      const [stored, counts] = await Promise.all([states.all(), deliveries.counts()]);
      return webhooks.map(({ name, url, events, entities, include, ...webhook }) => {
        const { failures = 0, disabledAt = null } = stored.find((candidate) => candidate.name === name) ?? {};
        const { pending = 0, failed = 0 } = counts.find((count) => count.webhook === name) ?? {};
        const state = disabledAt !== null ? "disabled" : failures >= PAUSED_AFTER ? "paused" : "active";
        const role = webhookRole(schema, { ...webhook, name, url, events });
        const facts = { name, url: withoutQuery(url), events, entities: entities ?? null, role, include: include ?? null };
        return { ...facts, state, failures, disabledAt, pending, failed };
      });
    },

    /** One page of a webhook's deliveries, and their number. @throws NOT_FOUND */
    async deliveries(name: string, page: DeliveriesPage) {
      require(name);
      const found = page.limit === 0 ? [] : await deliveries.list(name, page);
      return { data: found.map(shown), total: await deliveries.count(name, page.state) };
    },

    /** @throws NOT_FOUND; CONFLICT if it is pending, or the webhook is disabled */
    async redeliver(name: string, id: string) {
      const delivery = await requireDelivery(name, id);
      const isDisabled = (await states.all()).some((state) => state.name === name && state.disabledAt !== null);
      if (isDisabled) throw new AppError("CONFLICT", "The webhook is disabled: enable it first");
      if (!(await deliveries.restart(id))) throw new AppError("CONFLICT", "The delivery is pending");
      await queue.planNext(delivery);
      return shown(await requireDelivery(name, id));
    },

    /** @throws NOT_FOUND */
    async test(name: string) {
      const id = newId();
      const facts = { event: "webhook.test", eventId: "0", entity: null, recordId: id, version: null, locale: null, at: now() };
      await add([{ ...facts, id, webhook: require(name).name }]);
      await queue.planNext({ webhook: name, recordId: id });
      return shown(await requireDelivery(name, id));
    },

    /** @throws NOT_FOUND */
    async enable(name: string): Promise<void> {
      await states.enable(require(name).name);
      await queue.planAll([name]);
    },
  };
}

function withoutQuery(text: string): string {
  const url = new URL(text);
  url.search = "";
  return url.href;
}

function shown({ id, event, at, entity, recordId, version, locale, state, attempts, lastAt, nextAt, ...last }: StoredDelivery) {
  const { status = null, answer = null, error = null, durationMs = null } = last;
  const record = { entity, recordId: entity === null ? null : recordId, version, locale };
  const tried = { attempts, lastAttemptAt: lastAt, nextAttemptAt: nextAt, status, answer, error, durationMs };
  return { id, event, time: at, ...record, state, ...tried };
}
