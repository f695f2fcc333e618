import {
  createDeliveryTable,
  createEventTable,
  createWebhookTable,
  type Database,
  type NewDelivery,
  type StoredEvent,
} from "@colophon/database";
import type { WebhookEvent } from "@colophon/config";
import { isSubscribed, type Schema } from "@colophon/engine";
import type { DeliveryQueue } from "./queue.ts";

export interface DivideEventsOptions {
  readonly schema: Schema;
  readonly database: Database;
  readonly queue: Pick<DeliveryQueue, "planAll" | "isFull">;
  readonly newId: () => string;
}

const BATCH = 500;

/**
 * Divides committed events into a delivery for each webhook that is told about them, oldest first. An event is deleted in the transaction
 * that stores its deliveries: a crash loses none and repeats none.
 */
export function createDivideEvents({ schema, database, queue, newId }: DivideEventsOptions) {
  const events = createEventTable(database);
  const deliveries = createDeliveryTable(database);
  const states = createWebhookTable(database);
  const { webhooks } = schema.config;
  const names = webhooks.map(({ name }) => name);

  const deliveriesOf = ({ id, event, ...facts }: StoredEvent, disabled: ReadonlySet<string>): readonly NewDelivery[] => {
    const entity = schema.entities.get(facts.entity);
    if (!entity || (event === "draft" && !entity.versions)) return [];
    const receivers = webhooks.filter(
      (webhook) => !disabled.has(webhook.name) && isSubscribed(schema, webhook, facts.entity, event as WebhookEvent),
    );
    return receivers.map(({ name }) => ({ ...facts, id: newId(), webhook: name, eventId: id, event: `${facts.entity}.${event}` }));
  };

  const divide = (): Promise<number> =>
    database.transaction(async () => {
      if (!(await events.hold())) return 0;
      const found = await events.next(BATCH);
      if (found.length === 0) return 0;
      const disabled = new Set((await states.all()).filter(({ disabledAt }) => disabledAt !== null).map(({ name }) => name));
      const added = found.flatMap((event) => deliveriesOf(event, disabled));
      if (added.length > 0) await deliveries.add(added);
      await events.remove(found.map(({ id }) => id));
      return found.length;
    });

  /** @returns whether there may be more */
  return async (): Promise<boolean> => {
    const count = await divide();
    if (count > 0 || queue.isFull()) await queue.planAll(names);
    return count === BATCH || queue.isFull();
  };
}
