import type { RequestListener } from "node:http";
import { EVERY_PROCESS_READS, readEnv, type EnvName } from "@colophon/config";
import type { Registry } from "prom-client";
import type { Log } from "../log/log.ts";
import {
  showDatabase,
  showPools,
  showQueues,
  showRedis,
  type OutboxDepth,
  type PoolUsage,
  type QueueDepth,
  type RedisState,
} from "../metrics/gauges.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { listen, type ServerApart } from "./listen.ts";
import { createReminder } from "./reminder.ts";
import { openProcess } from "./open-process.ts";
import { createOpening } from "./opening.ts";
import type { ProcessName } from "./process-names.ts";
import { run, type ErrorKind } from "./run.ts";
import { whenOpen } from "./when-open.ts";

type Read = (typeof EVERY_PROCESS_READS)[number];

export interface ServiceOptions<R extends EnvName, O extends EnvName> {
  readonly name: ProcessName;
  /** The variables that it reads in addition to those of every process: required and optional ones. */
  readonly env: { readonly required: readonly R[]; readonly optional: readonly O[] };
  /** Further errors with a message for the operator. */
  readonly refusals?: readonly ErrorKind[];
  /** Opens connections and everything that uses them. Doesn't wait for servers that may be unavailable. */
  readonly open: (context: {
    readonly env: ReturnType<typeof readEnv<R | O | Read, R>>;
    readonly log: Log;
    readonly metrics: Metrics;
  }) => Promise<OpenedService>;
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
  /** Closes everything else that was opened, after the work and before the connections. */
  readonly close?: () => Promise<void>;
}

export interface Waiting {
  /** The process stops. */
  readonly signal: AbortSignal;
  /** Logs a sentence about what is missing, at once and every 10 s; called at each look. */
  readonly onWaiting: (sentence: string) => void;
}

interface RunningJobs extends RedisState {
  queues(): Promise<readonly QueueDepth[]>;
  outbox(): Promise<readonly OutboxDepth[]>;
  close(): Promise<void>;
}

/**
 * Runs a service: reads its variables, starts log, metrics and traces, opens it, listens, starts its background work, and ends all of it in
 * order at a signal. It is ready when the waiting is over, and PostgreSQL answers if it uses that.
 */
export function runService<R extends EnvName, O extends EnvName>(options: ServiceOptions<R, O>): Promise<void> {
  const { name, open, refusals = [] } = options;
  return run(async () => {
    const { required, optional } = options.env;
    const env = readEnv(process.env, [...EVERY_PROCESS_READS, ...required, ...optional], required);
    const { log, metrics } = await openProcess(name, env);
    const opened = await open({ env, log, metrics });
    const {
      serving = answerNotFound,
      database,
      redis,
      waitFor,
      jobs,
      ready = async () => true,
      onListening,
      close,
      servesWhileWaiting = true,
    } = opened;
    if (database) showPools(metrics.registry, database.pools);
    if (database) showDatabase(metrics.registry, database);
    if (redis) showRedis(metrics.registry, redis);
    const opening = createOpening(async (signal) => {
      await waitFor?.({ signal, onWaiting: createReminder((sentence) => log.warn(sentence)) });
      return jobs && startJobs(jobs, metrics.registry, redis === undefined);
    });
    await listen({
      serving: servesWhileWaiting || typeof serving !== "function" ? serving : whenOpen(serving, opening.isDone),
      metrics,
      log,
      host: env.HOST,
      port: env.PORT,
      ...(database && { writable: database.canWrite }),
      ready: async () => opening.isDone() && (await (database?.health() ?? true)) && ready(),
      close: async () => {
        await opening.close();
        await close?.();
        await redis?.close();
        await database?.close();
      },
      ...(opened.idleGraceMs !== undefined && { idleGraceMs: opened.idleGraceMs }),
    });
    onListening?.();
    await opening.begun();
  }, refusals);
}

function startJobs(start: () => RunningJobs, registry: Registry, showsRedis: boolean): () => Promise<void> {
  const running = start();
  showQueues(registry, running);
  if (showsRedis) showRedis(registry, running);
  return () => running.close();
}

const answerNotFound: RequestListener = (_request, response) => void response.writeHead(404).end();
