import type { z } from "zod";

/** A kind of background work: where it waits, what it is told, how often it is tried. */
export interface Job<Payload> {
  /** Its BullMQ queue; each kind of job has one of its own. */
  readonly queue: string;
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Tries in all, before the job is set aside. */
  readonly attempts: number;
  /** The pause after the first failure; each further one is twice as long, up to the longest. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

export type JobDefinition<Payload> = Pick<Job<Payload>, "queue" | "name" | "payload"> & Partial<Job<Payload>>;

/** Describes a job, for the side that asks for it and the side that does it. A payload is ids, never contents or secrets. */
export function defineJob<Payload>(definition: JobDefinition<Payload>): Job<Payload> {
  if (definition.queue.includes(":")) throw new TypeError(`a queue's name holds no colon: ${definition.queue}`);
  return Object.freeze({ attempts: 5, firstRetryMs: 1_000, longestRetryMs: 60_000, ...definition });
}

/**
 * How long to wait before the next try, shortened by chance, so that a thousand failed jobs don't come back at once.
 * @param attempt - tries made so far, from 1.
 * @param chance - a number in [0, 1).
 */
export function retryDelayMs(job: Pick<Job<unknown>, "firstRetryMs" | "longestRetryMs">, attempt: number, chance: number): number {
  const ceilingMs = Math.min(job.longestRetryMs, job.firstRetryMs * 2 ** (attempt - 1));
  return Math.round(ceilingMs * (0.5 + chance / 2));
}

/** Thrown by a handler for work that can never succeed: it is set aside at once. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}
