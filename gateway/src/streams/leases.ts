import type { RedisLink } from "@colophon/runtime";

/** A process that was killed holds its streams' places for this time. */
const LEASE_MS = 20_000;

/**
 * The places of one caller as a sorted set, with the time at which each ends by Redis' own clock.
 *
 * KEYS: the caller's set · ARGV: the stream, the caller's maximum. Returns 1 if the stream has a place.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ${LEASE_MS}, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ${LEASE_MS})
return 1
`;

/** KEYS: the caller's set · ARGV: all its streams of this process. */
const RENEW = `
local time = redis.call('TIME')
local ends = time[1] * 1000 + math.floor(time[2] / 1000) + ${LEASE_MS}
for _, stream in ipairs(ARGV) do redis.call('ZADD', KEYS[1], ends, stream) end
redis.call('PEXPIRE', KEYS[1], ${LEASE_MS})
`;

/** A stream's place among those of its caller. */
export interface Lease {
  readonly key: string;
  readonly stream: string;
  readonly max: number;
}

interface Scripts {
  takeStream(key: string, stream: string, max: number): Promise<number>;
  renewStreams(key: string, ...streams: readonly string[]): Promise<null>;
}

/** Counts the streams of callers over all gateways; while Redis is not available only those of this process. */
export function createLeases({ redis }: { readonly redis: RedisLink }) {
  redis.client.defineCommand("takeStream", { numberOfKeys: 1, lua: TAKE });
  redis.client.defineCommand("renewStreams", { numberOfKeys: 1, lua: RENEW });
  /** The streams of this process by their callers' keys. */
  const own = new Map<string, Set<string>>();

  const runScript = <Result>(run: (scripts: Scripts) => Promise<Result>) => redis.run((client) => run(client as unknown as Scripts));

  return {
    /** @returns false if the caller has too many */
    async take(lease: Lease): Promise<boolean> {
      const held = own.get(lease.key) ?? new Set();
      if (held.size >= lease.max) return false;
      own.set(lease.key, held.add(lease.stream));
      const taken = await runScript((scripts) => scripts.takeStream(keyOf(lease.key), lease.stream, lease.max)).catch(() => 1);
      if (taken === 1) return true;
      this.free(lease);
      return false;
    },

    /** Must be called more often than leases end. */
    renew(): void {
      for (const [key, held] of own) runScript((scripts) => scripts.renewStreams(keyOf(key), ...held)).catch(() => undefined);
    },

    free({ key, stream }: Lease): void {
      const held = own.get(key);
      held?.delete(stream);
      if (held?.size === 0) own.delete(key);
      redis.run((client) => client.zrem(keyOf(key), stream)).catch(() => undefined);
    },
  };
}

function keyOf(caller: string): string {
  return `cms:streams:${caller}`;
}
