import type { RequestListener } from "node:http";
import type { Registry } from "prom-client";
import { type Log, createReminder } from "../log/log.ts";
import { showDatabase, showPools, showQueues, showRedis } from "../metrics/gauges.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { listen } from "./listen.ts";
import { createOpening } from "./opening.ts";
import type { EveryEnv, OpenedService, RunningJobs } from "./service.ts";
import { whenOpen } from "./when-open.ts";

export interface StartOptions {
  readonly opened: OpenedService;
  readonly env: EveryEnv;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The path of a Unix socket to listen on instead of the port of `env`. */
  readonly socket: string | undefined;
}

/** A service that listens. */
export interface StartedService {
  readonly log: Log;
  /** Drains it, ends its work, and closes what it opened. */
  stop(): Promise<void>;
  /** Signals and unhandled errors have their listeners now. */
  onListening(): void;
  /** Resolves when its work has begun, or it stops before. Rejects if it can't begin. */
  begun(): Promise<void>;
}

/** Listens, and starts the background work when the waiting is over. It is ready then, if PostgreSQL answers and it uses that. */
export async function startService({ opened, env, log, metrics, socket }: StartOptions): Promise<StartedService> {
  const { serving = answerNotFound, database, redis, waitFor, jobs, ready = async () => true, servesWhileWaiting = true } = opened;
  if (database) showPools(metrics.registry, database.pools);
  if (database) showDatabase(metrics.registry, database);
  if (redis) showRedis(metrics.registry, redis);
  const opening = createOpening(async (signal) => {
    await waitFor?.({ signal, onWaiting: createReminder((sentence) => log.warn(sentence)) });
    return jobs && startJobs(jobs, metrics.registry, redis === undefined);
  });
  const { stop } = await listen({
    serving: servesWhileWaiting || typeof serving !== "function" ? serving : whenOpen(serving, opening.isDone),
    metrics,
    log,
    host: env.HOST,
    port: env.PORT,
    socket,
    ...(database && { writable: database.canWrite }),
    ready: async () => opening.isDone() && (await (database?.health() ?? true)) && ready(),
    close: async () => {
      await opening.close();
      await opened.close?.();
      await redis?.close();
      await database?.close();
    },
    ...(opened.onStopping && { onStopping: opened.onStopping }),
    ...(opened.idleGraceMs !== undefined && { idleGraceMs: opened.idleGraceMs }),
  });
  return { log, stop, onListening: () => opened.onListening?.(), begun: opening.begun };
}

function startJobs(start: () => RunningJobs, registry: Registry, showsRedis: boolean): () => Promise<void> {
  const running = start();
  showQueues(registry, running);
  if (showsRedis) showRedis(registry, running);
  return () => running.close();
}

const answerNotFound: RequestListener = (_request, response) => void response.writeHead(404).end();
