import { batched, createDeliveryTable, type Database, type DeliveryKey } from "@colophon/database";
import { defineJob, enqueue, enqueueAll } from "@colophon/jobs";
import { z } from "zod";

/** One attempt of a delivery. A probe goes to a paused webhook. */
export const DELIVER_JOB = defineJob({
  queue: "webhooks",
  name: "deliver",
  payload: z.object({ delivery: z.string(), probe: z.boolean().optional() }),
  attempts: 100, // a failed request is no failure of the job: only PostgreSQL can be away
});

const BATCH = 500;
/** The relay sends a job again that isn't done after 10 s: no more may wait than are done in that time. */
const MAX_PLANNED = 1_000;

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

/**
 * Plans the attempts of deliveries as jobs of the outbox. Who adds a delivery, or ends one, commits that first and then looks for the next
 * one: whoever is last sees both, so none is left without a job.
 */
export function createDeliveryQueue(database: Pick<Database, "run" | "one" | "transaction">) {
  const table = createDeliveryTable(database);

  const plan = (find: () => Promise<readonly { readonly id: string }[]>): Promise<number> =>
    database.transaction(async () => {
      const found = await find();
      if (found.length === 0) return 0;
      const jobs = await enqueueAll(
        database,
        DELIVER_JOB,
        found.map(({ id }) => ({ delivery: id })),
      );
      await table.setJobs(found.map(({ id }, index) => ({ id, jobId: jobs[index] ?? "" })));
      return found.length;
    });

  const hasNext = batched(async (records: readonly DeliveryKey[]) => {
    const found = await table.haveNext(records);
    return records.map((record) => found.some(({ webhook, recordId }) => webhook === record.webhook && recordId === record.recordId));
  });
  const state = { isFull: false };

  return {
    /** The next delivery of one record, if it has no job. */
    async planNext(key: DeliveryKey): Promise<void> {
      if (await hasNext(key)) await plan(() => table.nextOf(key)); // mostly there is none, and no transaction is needed
    },

    /** The next deliveries of all records of these webhooks, as far as there is room for them. */
    async planAll(webhooks: readonly string[]): Promise<void> {
      state.isFull = false;
      for (;;) {
        const room = Math.min(BATCH, MAX_PLANNED - (await table.planned(MAX_PLANNED)));
        if (room <= 0) return void (state.isFull = true);
        if ((await plan(() => table.next(webhooks, room))) < room) return;
      }
    },

    /** Whether there was no room for all of them. */
    isFull: (): boolean => state.isFull,

    /** An attempt at that time. Part of the caller's transaction. @returns the job's id */
    planAt: (delivery: string, runAt: Date): Promise<string> => enqueue(database, DELIVER_JOB, { delivery }, { runAt }),

    planProbe: (delivery: string): Promise<void> =>
      database.transaction(async () => {
        const jobId = await enqueue(database, DELIVER_JOB, { delivery, probe: true });
        await table.setJobs([{ id: delivery, jobId }]);
      }),
  };
}
