import type { z } from "zod";

/** Pauses after failures: each is twice as long as the one before, up to a maximum. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** A kind of job: its payload and its retries. */
export interface Job<Payload> {
  /** Its BullMQ queue; each kind of job has its own. */
  readonly queue: string;
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Attempts in all, before the job is a dead letter. */
  readonly attempts: number;
  readonly backoff: Backoff;
  /** Whether it is added to its queue without the outbox, by `createDirectQueue`. */
  readonly direct: boolean;
}

/** The context of a run in addition to its payload. */
export interface JobContext {
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
}

/** A kind of job with its function. */
export interface RunnableJob<Payload> extends Job<Payload> {
  /** May run twice, late, or for a record that no longer exists: it reads the current state. */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** The number of concurrent runs in a process; 1 by default. */
  readonly concurrency?: number;
}

/** Periodic work, in each process that has it, with or without Redis: it must be safe to run concurrently, and to be interrupted. */
export interface PeriodicJob {
  readonly name: string;
  readonly everyMs: number;
  /** From the start to the first run; at once by default. */
  readonly firstAfterMs: number;
  readonly backoff: Backoff;
  /** @returns true if there is more work: the next run then follows at once */
  run(signal: AbortSignal): Promise<boolean | void>;
}

type WithDefaults<T extends { readonly backoff: Backoff }, K extends keyof T> = Omit<T, K | "backoff"> &
  Partial<Pick<T, K>> & { readonly backoff?: Partial<Backoff> };
export type JobDefinition<Payload> = WithDefaults<Job<Payload>, "attempts" | "direct">;
export type RunnableJobDefinition<Payload> = WithDefaults<RunnableJob<Payload>, "attempts" | "direct">;
export type PeriodicJobDefinition = WithDefaults<PeriodicJob, "firstAfterMs">;

const BACKOFF: Backoff = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Describes a job. A job of a queue has a payload of ids, never contents or secrets; without `run` the description is for the process that
 * adds it. A periodic one has `everyMs`.
 */
export function defineJob(definition: PeriodicJobDefinition): PeriodicJob;
export function defineJob<Payload>(definition: RunnableJobDefinition<Payload>): RunnableJob<Payload>;
export function defineJob<Payload>(definition: JobDefinition<Payload>): Job<Payload>;
export function defineJob<Payload>(definition: PeriodicJobDefinition | JobDefinition<Payload>): PeriodicJob | Job<Payload> {
  if ("everyMs" in definition) {
    const { everyMs } = definition;
    return Object.freeze({ firstAfterMs: 0, ...definition, backoff: { firstMs: everyMs, longestMs: everyMs, ...definition.backoff } });
  }
  if (definition.queue.includes(":")) throw new TypeError(`a queue's name holds no colon: ${definition.queue}`);
  return Object.freeze({ attempts: 5, direct: false, ...definition, backoff: { ...BACKOFF, ...definition.backoff } });
}

export function isPeriodic(job: RunnableJob<unknown> | PeriodicJob): job is PeriodicJob {
  return "everyMs" in job;
}

export function isQueued(job: RunnableJob<unknown> | PeriodicJob): job is RunnableJob<unknown> {
  return !isPeriodic(job);
}

/**
 * The delay before the next attempt, shortened at random, so that a thousand failed jobs are not retried at the same moment. @param attempt
 * - attempts so far, from 1. @param chance - a number in [0, 1).
 */
export function retryDelayMs({ firstMs, longestMs }: Backoff, attempt: number, chance: number): number {
  const ceilingMs = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return Math.round(ceilingMs * (0.5 + chance / 2));
}

/** Thrown by a run for work that can never succeed: it becomes a dead letter at once. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}
