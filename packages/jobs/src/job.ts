import type { z } from "zod";

/** Pauses after failures: each is twice as long as the one before, up to the longest. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** A kind of work that waits in a queue: what it is told, how often it is tried. */
export interface Job<Payload> {
  /** Its BullMQ queue; each kind of job has one of its own. */
  readonly queue: string;
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Tries in all, before the job is a dead letter. */
  readonly attempts: number;
  readonly backoff: Backoff;
  /** Whether it goes to its queue past the outbox, by `createDirectQueue`. */
  readonly direct: boolean;
}

/** What a run is told beside its payload. */
export interface JobContext {
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
}

/** A kind of work with the function that does it. */
export interface RunnableJob<Payload> extends Job<Payload> {
  /** May run twice, late, or for something that is gone: it looks at the world again. */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** How many are done at once in a process; 1 when left out. */
  readonly concurrency?: number;
}

/**
 * Work that is done again and again, in each process that has it, whether Redis is there or not: safe to be done by
 * several at once, and to be cut off.
 */
export interface PeriodicJob {
  readonly name: string;
  readonly everyMs: number;
  /** From the start to the first time; at once when left out. */
  readonly firstAfterMs: number;
  readonly backoff: Backoff;
  /** @returns true where more is left to do than one run takes: the next one comes at once */
  run(signal: AbortSignal): Promise<boolean | void>;
}

type WithDefaults<T extends { readonly backoff: Backoff }, K extends keyof T> = Omit<T, K | "backoff"> &
  Partial<Pick<T, K>> & { readonly backoff?: Partial<Backoff> };
export type JobDefinition<Payload> = WithDefaults<Job<Payload>, "attempts" | "direct">;
export type RunnableJobDefinition<Payload> = WithDefaults<RunnableJob<Payload>, "attempts" | "direct">;
export type PeriodicJobDefinition = WithDefaults<PeriodicJob, "firstAfterMs">;

const BACKOFF: Backoff = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Describes work. A job of a queue has a payload, which is ids, never contents or secrets; without `run` the description
 * is for the side that asks for it. A periodic one has `everyMs`.
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
 * How long to wait before the next try, shortened by chance, so that a thousand failed jobs don't come back at once.
 * @param attempt - tries made so far, from 1.
 * @param chance - a number in [0, 1).
 */
export function retryDelayMs({ firstMs, longestMs }: Backoff, attempt: number, chance: number): number {
  const ceilingMs = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return Math.round(ceilingMs * (0.5 + chance / 2));
}

/** Thrown by a run for work that can never succeed: it is a dead letter at once. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}
