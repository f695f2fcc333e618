import type { ConfigDefinition, WebhookDefinition } from "@colophon/config";
import { createTestLog } from "../../../../tests/support/test-log.ts";
import { createSender } from "../../src/webhooks/send.ts";
import { createWebhookWorker } from "../../src/webhooks/worker.ts";
import { startReceiver } from "../../../../tests/support/http/receiver.ts";
import { startService } from "./service.ts";

export const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
export const OLD_SECRET = Buffer.alloc(32, 8).toString("base64");

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export type WebhookSite = Awaited<ReturnType<typeof startWebhookSite>>;

/** Articles with drafts, tags without, notes that only staff reads; a worker whose clock and queue the test holds. */
export async function startWebhookSite(webhooks: readonly Partial<WebhookDefinition>[]) {
  const receiver = await startReceiver();
  const title = { name: "title", type: "text" } as const;
  const site = await startService({
    webhooks: webhooks.map((webhook) => ({
      name: "site",
      url: receiver.url,
      events: ["*"],
      secret: SECRET,
      allowPrivate: true,
      ...webhook,
    })),
    entities: [
      { name: "article", versions: true, fields: [title, { name: "note", type: "text" }] },
      { name: "tag", fields: [title] },
      { name: "secret", fields: [title] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "editor", permissions: { article: { read: { fields: { exclude: ["note"] } }, update: true } } },
      { name: "visitor", public: true, permissions: { article: { read: { fields: { exclude: ["note"] } } }, tag: { read: true } } },
    ],
  } satisfies ConfigDefinition);
  const { database, schema } = site;
  /** Ahead of PostgreSQL's: whatever is due at once there is due here, however long the test takes. */
  const clock = { ms: Date.now() + DAY_MS };
  const now = () => new Date(clock.ms);
  const [patient, impatient] = [createSender({ timeLimitMs: 120_000 }), createSender({ timeLimitMs: 1_000 })];
  const { log, lines } = createTestLog("webhook-worker");
  const worker = createWebhookWorker({ schema, database, sender: patient, log, now });

  /** Takes the next job that is due by the clock, as the relay and BullMQ do. */
  const takeJob = async () => {
    const [job] = await database.run<{ id: string; payload: string; runAt: Date }>({
      text: "select id, payload::text, run_at as \"runAt\" from cms.outbox where queue = 'webhooks' order by run_at, id limit 1",
    });
    return job && job.runAt.getTime() <= clock.ms ? job : null;
  };

  /** When the next planned attempt is due, if that is later than now. */
  const nextDueMs = async (): Promise<number | null> => {
    const [next] = await database.run<{ at: Date | null }>({ text: "select min(run_at) as at from cms.outbox where queue = 'webhooks'" });
    return next?.at && next.at.getTime() > clock.ms ? next.at.getTime() : null;
  };

  /** Does everything that is due. */
  async function settle(by = worker): Promise<void> {
    while (await by.divideEvents());
    for (let job = await takeJob(); job; job = await takeJob()) {
      await by.deliver(JSON.parse(job.payload), { id: job.id });
      await database.run({ text: "delete from cms.outbox where id = $1" }, [job.id]);
    }
  }

  return {
    ...site,
    receiver,
    worker,
    /** One that waits only a second for a receiver. */
    impatientWorker: createWebhookWorker({ schema, database, sender: impatient, log, now }),
    clock,
    log: lines,
    settle,
    admin: site.as("admin", site.adminId),

    /**
     * Moves the clock and does everything that becomes due: in steps of this length, else from each attempt to the next one, and a minute at
     * a time while none is planned, as for a paused webhook.
     */
    async pass(ms: number, stepMs?: number): Promise<void> {
      const end = clock.ms + ms;
      while (clock.ms < end) {
        const dueMs = stepMs === undefined ? await nextDueMs() : null;
        clock.ms = Math.min(end, dueMs ?? clock.ms + (stepMs ?? MINUTE_MS));
        await settle();
        await worker.maintain();
        await settle();
      }
    },

    async clear(): Promise<void> {
      await settle();
      receiver.received.length = 0;
      receiver.behaviour.react = () => ({});
      for (const table of ["events", "webhook_deliveries", "webhooks", "outbox"]) await database.run({ text: `delete from cms.${table}` });
    },

    async stop(): Promise<void> {
      patient.close();
      impatient.close();
      await site.stop();
      await receiver.stop();
    },
  };
}
