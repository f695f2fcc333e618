import { EnvError } from "@colophon/config";
import type { RedisOptions } from "ioredis";

/** The names of the variables with settings of Redis besides its URL, for `readEnv`. */
export const REDIS_ENV_NAMES = ["REDIS_CA", "REDIS_SENTINELS", "REDIS_SENTINEL_NAME", "REDIS_SENTINEL_PASSWORD"] as const;

interface RedisEnv {
  readonly REDIS_URL: string;
  readonly REDIS_CA?: string | undefined;
  readonly REDIS_SENTINELS?: readonly { readonly host: string; readonly port: number }[] | undefined;
  readonly REDIS_SENTINEL_NAME: string;
  readonly REDIS_SENTINEL_PASSWORD?: string | undefined;
}

/** How Redis is reached. */
export interface RedisSettings {
  readonly redisUrl: string;
  readonly redisOptions: RedisOptions;
}

/** How long one Sentinel may take, before the next one is asked. */
const SENTINEL_MS = 1_000;
const SENTINEL_RETRY_MS = 500;
const CONNECT_MS = 2_000;
/** A connection without an answer for this time is made again: its server may hang. Longer than BullMQ waits for a job, 10 s. */
const SILENCE_MS = 15_000;

/**
 * Redis by its URL, or by Sentinels, which know its address: then only the user, password, database and scheme of the URL count.
 * @throws EnvError if the variables don't fit each other
 */
export function redisSettings(env: RedisEnv): RedisSettings {
  const url = new URL(env.REDIS_URL);
  const isEncrypted = url.protocol === "rediss:";
  if (env.REDIS_CA !== undefined && !isEncrypted)
    throw new EnvError(["REDIS_CA has no effect without TLS: begin REDIS_URL with rediss://, or remove REDIS_CA."]);
  if (!isEncrypted && !env.REDIS_SENTINELS) return { redisUrl: env.REDIS_URL, redisOptions: {} };
  url.protocol = "redis:"; // otherwise ioredis ignores `tls`
  const tls = isEncrypted ? { tls: env.REDIS_CA === undefined ? {} : { ca: env.REDIS_CA } } : {};
  return { redisUrl: url.href, redisOptions: { ...tls, ...sentinelOptions(env, tls) } };
}

function sentinelOptions(
  { REDIS_SENTINELS: sentinels, REDIS_SENTINEL_NAME: name, REDIS_SENTINEL_PASSWORD: password }: RedisEnv,
  { tls }: Pick<RedisOptions, "tls">,
): RedisOptions {
  if (!sentinels) return {};
  return {
    sentinels: sentinels.map(({ host, port }) => ({ host, port })),
    name,
    sentinelCommandTimeout: SENTINEL_MS,
    sentinelRetryStrategy: () => SENTINEL_RETRY_MS,
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS, // ioredis' `failoverDetector` can end a client that is reconnecting
    reconnectOnError: ({ message }) => message.startsWith("READONLY"), // it has become a replica
    ...(password !== undefined && { sentinelPassword: password }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
  };
}
