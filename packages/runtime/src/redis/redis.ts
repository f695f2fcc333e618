import { Redis, ReplyError, type RedisOptions } from "ioredis";
import type { Log } from "../log/log.ts";
import type { RedisSettings } from "./redis-settings.ts";

const COMMAND_MS = 150;
/** The limit is counted in this many turns of the event loop: an answer that waits while this process is busy is not late. */
const LIMIT_TURNS = 5;
const PROBE_EVERY_MS = 200;
const PROBE_KEY = "cms:probe";
const PROBE_LIFE_MS = 10_000;
/** After this many unanswered probes the connection is considered broken and created again. */
const PROBES_BEFORE_RECONNECT = 10;

const NO_ANSWER = "no answer";

/** Redis did not answer, or is known not to. Callers continue without it. */
export class RedisAwayError extends Error {
  override readonly name = "RedisAwayError";
}

/**
 * Why values that were read from Redis may be outdated: it did not answer in time, on a connection that is still open; or the connection was
 * lost or is new, so that it may be another server or one that lost its data, or it refused a command.
 */
export type Doubt = "late" | "lost";

export type RedisLink = ReturnType<typeof createRedis>;

/**
 * A connection to Redis that fails fast: a command takes at most 150 ms (`commandMs`, or its result at the time of the command), and after a
 * failure none is sent until a probe has been answered. Nothing is queued and nothing is sent twice.
 */
export function createRedis(
  { redisUrl, redisOptions }: Pick<RedisSettings, "redisUrl"> & Partial<RedisSettings>,
  { log, commandMs = COMMAND_MS }: { log?: Log; commandMs?: number | (() => number) } = {},
) {
  const settings: RedisOptions = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1000,
    disconnectTimeout: 200, // ioredis keeps this timer even if the connection is already lost
    retryStrategy: (attempt) => Math.min(attempt * 50, 500),
    ...redisOptions,
  };
  const client = new Redis(redisUrl, { ...settings, replyMapping: "legacy" });
  const limitMs = typeof commandMs === "function" ? commandMs : () => commandMs;
  const breaker = createBreaker();
  const doubtListeners = new Set<(doubt: Doubt) => void>();
  let probe: NodeJS.Timeout | undefined;
  let silentProbes = 0;
  let closed = false;
  let reason = NO_ANSWER;
  const { host, port, sentinels, name } = client.options;
  const address = sentinels ? `${name} of ${sentinels.length} Sentinels` : `${host}:${port}`;

  breaker.onChange((open) => log?.[open ? "warn" : "info"]({ redis: open ? "away" : "back", address, ...(open && { reason }) }, "redis"));

  function failed(error?: unknown): void {
    if (closed) return; // this process closed it
    if (error instanceof Error && !(isNoMaster(error) && reason !== NO_ANSWER)) reason = error.message;
    breaker.fail();
    for (const listener of doubtListeners) listener(error instanceof RedisAwayError ? "late" : "lost");
    if (!probe) probe = setInterval(probeOnce, PROBE_EVERY_MS).unref();
  }

  /** A write: a server without memory, or one that became a replica, still answers PING, and would be called up and away in turns. */
  const probeWrite = (): Promise<unknown> => within(client.set(PROBE_KEY, "1", "PX", PROBE_LIFE_MS), limitMs());

  function probeOnce(): void {
    if (client.status !== "ready") return;
    if (++silentProbes % PROBES_BEFORE_RECONNECT === 0) return client.disconnect(true);
    probeWrite().then(healed, noteAnswer);
  }

  /** The connection is sound: it is the server that refuses. */
  function noteAnswer(error: unknown): void {
    if (error instanceof ReplyError) silentProbes = 0;
  }

  function healed(): void {
    clearInterval(probe);
    probe = undefined;
    silentProbes = 0;
    reason = NO_ANSWER;
    breaker.heal();
  }

  client.on("error", failed);
  client.on("close", () => failed());
  client.on("ready", () => {
    for (const listener of doubtListeners) listener("lost");
    probeWrite().then(healed, failed);
  });

  return {
    client,
    isUp: () => !breaker.isOpen() && client.status === "ready",
    /** Why it was last away. */
    failure: () => reason,
    /** Calls back at each failure and each new connection: cached values from Redis may then be outdated. */
    onUncertain: (listener: (doubt: Doubt) => void) => void doubtListeners.add(listener),

    /** Calls back once each time Redis stops answering. */
    onOutage: (listener: () => void) => breaker.onChange((open) => void (open && listener())),

    /** Runs one command. @throws RedisAwayError at once if Redis is known not to answer, else after at most `commandMs`. */
    async run<T>(command: (client: Redis) => Promise<T>): Promise<T> {
      if (breaker.isOpen() || client.status !== "ready") throw new RedisAwayError("Redis is not available");
      try {
        return await within(command(client), limitMs());
      } catch (error) {
        failed(error);
        throw new RedisAwayError("Redis failed", { cause: error });
      }
    },

    async close(): Promise<void> {
      closed = true;
      clearInterval(probe);
      client.disconnect();
    },
  };
}

/** Sentinels named no server that could be used: the reason is what was wrong with the last one. */
function isNoMaster({ message }: Error): boolean {
  return message.startsWith("All sentinels are unreachable");
}

function within<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let turns = 0;
    const limit = setTimeout(() => {
      turns += 1;
      if (turns < LIMIT_TURNS) limit.refresh();
      else reject(new RedisAwayError(`No answer within ${limitMs} ms`));
    }, limitMs / LIMIT_TURNS);
    answer.then(
      (value) => {
        clearTimeout(limit);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(limit);
        reject(error);
      },
    );
  });
}

/**
 * A circuit breaker. Closed: send requests. Open: send none, until its own probe succeeds. It uses no timers or connections, so a test
 * needs neither.
 */
function createBreaker() {
  let open = false;
  const listeners = new Set<(open: boolean) => void>();

  function change(next: boolean): void {
    if (open === next) return;
    open = next;
    for (const listener of listeners) listener(open);
  }

  return {
    isOpen: () => open,
    fail: () => change(true),
    heal: () => change(false),
    /** Calls back at each change, with true when it opens. */
    onChange: (listener: (open: boolean) => void) => void listeners.add(listener),
  };
}
