import { randomUUID } from "node:crypto";
import { createMemoryLimiter } from "./rate-limit-memory.ts";
import { evaluate, WINDOW_MS, type Bucket, type BucketUsage, type Outcome } from "./rate-limit.ts";
import type { RedisLink } from "../redis/redis.ts";
import { EPOCH_KEY } from "../identity/revoke.ts";

/**
 * The rate limit as one atomic script: a list of times for each bucket, newest first, by Redis' own clock. All buckets are checked before
 * the request is counted in any. The revocation epoch is read in the same call.
 *
 * KEYS: epoch, bucket… · ARGV: this process, to create a missing epoch, whether to count, max…
 * Returns: epoch, then for each bucket how many were in it and in how many milliseconds the oldest leaves.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local epoch = redis.call('GET', KEYS[1])
if not epoch then
  epoch = ARGV[1] .. ':' .. time[1] .. ':' .. time[2]
  redis.call('SET', KEYS[1], epoch)
end
local admitted = true
local reply = { epoch }
for i = 2, #KEYS do
  local oldest = tonumber(redis.call('LINDEX', KEYS[i], -1) or nil)
  while oldest and (oldest < now - ${WINDOW_MS} or oldest > now) do
    redis.call('RPOP', KEYS[i])
    oldest = tonumber(redis.call('LINDEX', KEYS[i], -1) or nil)
  end
  local used = 0
  if oldest then used = redis.call('LLEN', KEYS[i]) end
  if used >= tonumber(ARGV[i + 1]) then admitted = false end
  reply[#reply + 1] = used
  reply[#reply + 1] = oldest and (oldest + ${WINDOW_MS} - now) or 0
end
if admitted and ARGV[2] == '1' then
  for i = 2, #KEYS do
    redis.call('LPUSH', KEYS[i], now)
    redis.call('PEXPIRE', KEYS[i], ${WINDOW_MS})
  end
end
return reply
`;

/** The outcome, and the epoch in Redis at that moment: null if Redis did not answer. */
export interface Admission extends Outcome {
  readonly epoch: string | null;
}

export type Limiter = ReturnType<typeof createLimiter>;

/** The rate limit over all processes, through Redis; in this process alone, and never an error, while Redis is not available. */
export function createLimiter({ redis }: { redis: RedisLink }) {
  const inMemory = createMemoryLimiter();
  const self = randomUUID();
  redis.client.defineCommand("admit", { lua: SCRIPT });

  /** @param counts - false only checks: the request is already refused for another reason. */
  return async function admit(buckets: readonly Bucket[], counts = true): Promise<Admission> {
    const args = [EPOCH_KEY, ...buckets.map(({ key }) => key), self, counts ? "1" : "0", ...buckets.map(({ max }) => String(max))];
    try {
      const reply = await redis.run((client) => callAdmit(client, buckets.length + 1, args));
      return { ...evaluate(toUsages(buckets, reply), counts), epoch: String(reply[0]) };
    } catch {
      return { ...inMemory(buckets, counts), epoch: null };
    }
  };
}

/** `defineCommand` adds a method that the client's type doesn't have. */
type WithAdmit = { admit(keyCount: number, ...args: readonly string[]): Promise<readonly (string | number)[]> };

function callAdmit(client: RedisLink["client"], keyCount: number, args: readonly string[]): Promise<readonly (string | number)[]> {
  return (client as unknown as WithAdmit).admit(keyCount, ...args);
}

function toUsages(buckets: readonly Bucket[], reply: readonly (string | number)[]): BucketUsage[] {
  return buckets.map(({ max }, index) => ({ max, used: Number(reply[1 + index * 2]), freeInMs: Number(reply[2 + index * 2]) }));
}
