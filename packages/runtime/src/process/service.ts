import type { RequestListener } from "node:http";
import { EVERY_PROCESS_READS, readEnv, type EnvName } from "@colophon/config";
import type { Log } from "../log/log.ts";
import type { OutboxDepth, PoolUsage, QueueDepth, RedisState } from "../metrics/gauges.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { ServerApart } from "./listen.ts";
import type { ErrorKind } from "./run.ts";

/** The name of each process in its log, its metrics and its traces, as in Compose and Kubernetes. */
export const PROCESS_NAMES = ["gateway", "content", "auth", "search", "asset", "email-worker", "asset-worker", "webhook-worker"] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

type Read = (typeof EVERY_PROCESS_READS)[number];
type Variables = Readonly<Record<string, string | undefined>>;
/** The variables of every service, checked and typed. */
export type EveryEnv = ReturnType<typeof readEnv<Read>>;

interface Parts<Env> {
  readonly env: Env;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface ServiceOptions<R extends EnvName, O extends EnvName> {
  readonly name: ProcessName;
  /** The variables that it reads in addition to those of every process: required and optional ones. */
  readonly env: { readonly required: readonly R[]; readonly optional: readonly O[] };
  /** Further errors with a message for the operator. */
  readonly refusals?: readonly ErrorKind[];
  /** Opens connections and everything that uses them. Doesn't wait for servers that may be unavailable. */
  readonly open: (parts: Parts<ReturnType<typeof readEnv<R | O | Read, R>>>) => Promise<OpenedService>;
}

/** A service as `runServices` runs it, alone in a process or beside others. */
export interface Service {
  readonly name: ProcessName;
  /** The variables that it reads. */
  readonly reads: readonly EnvName[];
  readonly refusals: readonly ErrorKind[];
  /** Checks its variables. @throws EnvError */
  readonly prepare: (variables: Variables) => {
    readonly env: EveryEnv;
    readonly open: (parts: Omit<Parts<unknown>, "env">) => Promise<OpenedService>;
  };
}

interface ServiceDatabase {
  health(): Promise<boolean>;
  canWrite(): Promise<boolean>;
  clockDifferenceSeconds(): Promise<number>;
  pools(): readonly PoolUsage[];
  close(): Promise<void>;
}

export interface OpenedService {
  /** Its routes, or its own server; omitted by a process that has neither. */
  readonly serving?: RequestListener | ServerApart;
  readonly database?: ServiceDatabase;
  readonly redis?: RedisState & { close(): Promise<void> };
  /** Waits for what it needs, while it already listens and is not ready: tables, a bucket. */
  readonly waitFor?: (waiting: Waiting) => Promise<unknown>;
  /** Whether its routes can work before that; if not, they answer 503 until then. */
  readonly servesWhileWaiting?: boolean;
  /** Whether it can currently work; omitted if only the database decides that. */
  readonly ready?: () => Promise<boolean>;
  /** How long a stop leaves idle connections to the other side, as in `listen`. */
  readonly idleGraceMs?: number;
  /** Starts its background work, after waiting. */
  readonly jobs?: () => RunningJobs;
  /** Called when it listens, and signals and unhandled errors have their listeners. */
  readonly onListening?: () => void;
  /** Called when it begins to stop, while it still answers: ends answers that would not end by themselves. */
  readonly onStopping?: () => void;
  /** Closes everything else that was opened, after the work and before the connections. */
  readonly close?: () => Promise<void>;
}

export interface Waiting {
  /** The process stops. */
  readonly signal: AbortSignal;
  /** Logs a sentence about what is missing, at once and every 10 s; called at each look. */
  readonly onWaiting: (sentence: string) => void;
}

export interface RunningJobs extends RedisState {
  queues(): Promise<readonly QueueDepth[]>;
  outbox(): Promise<readonly OutboxDepth[]>;
  close(): Promise<void>;
}

/** Describes a service. */
export function describeService<R extends EnvName, O extends EnvName>(options: ServiceOptions<R, O>): Service {
  const { name, refusals = [], open } = options;
  const { required, optional } = options.env;
  const reads = [...EVERY_PROCESS_READS, ...required, ...optional];
  return {
    name,
    reads,
    refusals,
    prepare(variables) {
      const env = readEnv(variables, reads, required);
      return { env, open: (parts) => open({ ...parts, env }) };
    },
  };
}
