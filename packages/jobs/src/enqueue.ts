import { newId } from "@colophon/database";
import type { Database } from "@colophon/database";
import type { Job } from "./job.ts";
import { withTrace } from "./trace.ts";

export interface EnqueueOptions {
  /** The earliest time to do it; at once where left out. */
  readonly runAt?: Date;
}

const INSERT = {
  name: "jobs_enqueue",
  text: "insert into cms.outbox (id, queue, name, payload, run_at) values ($1, $2, $3, $4, coalesce($5, now()))",
};

/**
 * Asks for a job in the transaction of the moment: it will be done exactly when that commits, also when the process dies
 * right after or Redis is away.
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
  await database.run(INSERT, [id, job.queue, job.name, JSON.stringify(sent), runAt ?? null]);
  return id;
}
