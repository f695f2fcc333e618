import { addJob, newId } from "@colophon/database";
import type { Database } from "@colophon/database";
import type { Job } from "./job.ts";
import { withTrace } from "./trace.ts";

export interface EnqueueOptions {
  /** The earliest time to do it; at once where left out. */
  readonly runAt?: Date;
}

/**
 * Asks for a job in the transaction of the moment: it will be done exactly when that commits, also when the process dies
 * right after or Redis is not available.
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
  const sent = runAt === undefined ? withTrace(checked) : checked; // what is done much later is a trace of its own
  await addJob(database, { id, queue: job.queue, name: job.name, payload: JSON.stringify(sent), runAt: runAt ?? null });
  return id;
}
