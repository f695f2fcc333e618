import { createDeliveryTable, type Database, type DeliveryKey } from "@colophon/database";
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

  return {
    /** The next delivery of one record, if it has no job. */
    planNext: (key: DeliveryKey): Promise<number> => plan(() => table.nextOf(key)),

    /** The next deliveries of all records of these webhooks. */
    async planAll(webhooks: readonly string[]): Promise<void> {
      while ((await plan(() => table.next(webhooks, BATCH))) === BATCH);
    },

    /** An attempt at that time. Part of the caller's transaction. @returns the job's id */
    planAt: (delivery: string, runAt: Date): Promise<string> => enqueue(database, DELIVER_JOB, { delivery }, { runAt }),

    planProbe: (delivery: string): Promise<void> =>
      database.transaction(async () => {
        const jobId = await enqueue(database, DELIVER_JOB, { delivery, probe: true });
        await table.setJobs([{ id: delivery, jobId }]);
      }),
  };
}
