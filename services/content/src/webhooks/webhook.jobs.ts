import type { WebhookDefinition } from "@colophon/config";
import { createDeliveryTable, createWebhookTable, PAUSED_AFTER, type Database } from "@colophon/database";
import { defineJob, type JobContext } from "@colophon/jobs";
import { DELIVER_JOB, type DeliveryQueue } from "./queue.ts";

export interface WebhookJobsOptions {
  readonly webhooks: readonly WebhookDefinition[];
  readonly database: Database;
  readonly queue: DeliveryQueue;
  /** @returns whether there may be more */
  readonly divideEvents: () => Promise<boolean>;
  readonly deliver: (payload: { delivery: string; probe?: boolean | undefined }, context: JobContext) => Promise<void>;
  readonly now: () => Date;
}

/** Without a notification of PostgreSQL: those would make the commits of all writes wait for each other. */
const POLL_EVERY_MS = 200;
const UPKEEP_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Mostly waiting. */
const CONCURRENCY = 50;

/** Probes paused webhooks, and plans deliveries whose job was lost, or that had to wait. */
export function createUpkeep({ webhooks, database, queue, now }: Pick<WebhookJobsOptions, "webhooks" | "database" | "queue" | "now">) {
  const states = createWebhookTable(database);
  const deliveries = createDeliveryTable(database);
  const names = webhooks.map(({ name }) => name);

  async function probe(name: string): Promise<void> {
    const next = await deliveries.probe(name);
    if (next && (await states.takeProbe(name, now()))) await queue.planProbe(next.id);
  }

  return async (): Promise<void> => {
    await deliveries.freeLost();
    await queue.planAll(names);
    for (const { name, failures, disabledAt } of await states.all()) {
      if (disabledAt !== null) await deliveries.drop(name, now());
      else if (names.includes(name) && failures >= PAUSED_AFTER) await probe(name);
    }
  };
}

/** The background work of webhooks. */
export function webhookJobs({ webhooks, database, queue, divideEvents, deliver, now }: WebhookJobsOptions) {
  const deliveries = createDeliveryTable(database);
  return [
    { ...DELIVER_JOB, run: deliver, concurrency: CONCURRENCY },
    defineJob({ name: "divide-events", everyMs: POLL_EVERY_MS, run: divideEvents }),
    defineJob({ name: "look-after-webhooks", everyMs: UPKEEP_EVERY_MS, run: createUpkeep({ webhooks, database, queue, now }) }),
    defineJob({ name: "sweep-webhooks", everyMs: SWEEP_EVERY_MS, run: () => deliveries.sweep(now()) }),
  ];
}
