import { addJob, addJobs, newId } from "@colophon/database";
import type { Database } from "@colophon/database";
import type { Job } from "./job.ts";
import { withTrace } from "./trace.ts";

export interface EnqueueOptions {
  /**
   * The earliest time to run it; by default at once. Until then it waits in PostgreSQL, not as a delayed job of BullMQ: that may be months
   * for a scheduled publication, and Redis may lose its data meanwhile.
   */
  readonly runAt?: Date;
}

/**
 * Adds a job in the current transaction: it will run exactly if that commits, even if the process dies right after or Redis is not
 * available.
 * @returns the job's id.
 */
export async function enqueue<Payload>(
  database: Pick<Database, "run">,
  job: Job<Payload>,
  payload: Payload,
  { runAt }: EnqueueOptions = {},
): Promise<string> {
  const id = newId();
  const checked = job.payload.parse(payload);
  const sent = runAt === undefined ? withTrace(checked) : checked; // a job for much later has its own trace
  await addJob(database, { id, queue: job.queue, name: job.name, payload: JSON.stringify(sent), runAt: runAt ?? null });
  return id;
}

/** The same for many jobs of one kind, to run at once. @returns their ids, in the order of the payloads */
export async function enqueueAll<Payload>(
  database: Pick<Database, "run">,
  job: Job<Payload>,
  payloads: readonly Payload[],
): Promise<readonly string[]> {
  const jobs = payloads.map((payload) => ({ id: newId(), payload: JSON.stringify(job.payload.parse(payload)) }));
  if (jobs.length > 0) await addJobs(database, job, jobs);
  return jobs.map(({ id }) => id);
}
