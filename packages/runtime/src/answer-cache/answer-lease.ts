import { randomUUID } from "node:crypto";
import type { RedisLink } from "../redis/redis.ts";
import { ANSWERS_KEY, epochField, LEASE_MS, marksIn, type Mark } from "./answer-state.ts";

/** A configuration of which no process renews the lease any more gives way to another one after this time. */
const SITE_LIFE_MS = 10_000;

/**
 * Renews the lease of the answers' state, if it is not in the past already, as for a command that arrives late. A state that was lost
 * begins with a new generation. The configuration is that of the process that started last.
 *
 * ARGV: the end of the lease, a random text, the configuration's identity, the start of the process, the number of ended marks, these, and
 * the fields of entities with a new epoch. Returns Redis' time, then the hash's fields and values.
 */
const RENEW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local set = {}
local function put(field, value)
  set[#set + 1] = field
  set[#set + 1] = value
end
local held = redis.call('HMGET', KEYS[1], 'until', 'generation', 'site', 'seen')
if tonumber(ARGV[1]) > now then
  if not held[2] then put('generation', ARGV[2]) end
  local identity, since = string.match(held[3] or '', '^(%S+) (%d+)$')
  local isOwn = identity == ARGV[3]
  if not identity or tonumber(ARGV[4]) > tonumber(since) or (not isOwn and now - tonumber(held[4] or 0) > ${SITE_LIFE_MS}) then
    put('site', ARGV[3] .. ' ' .. ARGV[4])
    isOwn = true
  end
  local last = 5 + tonumber(ARGV[5])
  for i = 6, last do redis.call('HDEL', KEYS[1], ARGV[i]) end
  for i = last + 1, #ARGV do put(ARGV[i], ARGV[2]) end
  if #set > 0 or last > 5 then put('version', ARGV[2]) end
  if isOwn then put('seen', now) end
  put('until', math.max(tonumber(ARGV[1]), tonumber(held[1] or 0)))
  redis.call('HSET', KEYS[1], unpack(set))
end
local reply = redis.call('HGETALL', KEYS[1])
table.insert(reply, 1, tostring(now))
return reply
`;

type WithRenew = { renewAnswers(key: string, ...args: (string | number)[]): Promise<string[]> };

export interface LeaseOptions {
  readonly redis: RedisLink;
  /** What the answers of this process depend on besides stored content: its configuration. */
  readonly identity: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** What a poll of PostgreSQL has shown. */
export interface PolledWrites {
  /** Marks of connections that don't exist any more. */
  readonly ended: readonly Mark[];
  /** Entities that were written since the last poll. */
  readonly written: readonly string[];
}

/** Allows gateways to use cached answers, each time for a short time after a poll of PostgreSQL. */
export function createAnswerLease({ redis, identity, startedAt }: LeaseOptions) {
  redis.client.defineCommand("renewAnswers", { lua: RENEW, numberOfKeys: 1 });
  let lastNow = 0;
  redis.onUncertain(() => void (lastNow = 0));

  async function send(until: number, { ended, written }: PolledWrites): Promise<readonly Mark[]> {
    const entities = new Set([...written, ...ended.flatMap((mark) => mark.entities)]);
    const args = [
      until,
      randomUUID(),
      identity,
      startedAt,
      ended.length,
      ...ended.map(({ field }) => field),
      ...[...entities].map(epochField),
    ];
    const [now, ...flat] = await redis.run((client) => (client as unknown as WithRenew).renewAnswers(ANSWERS_KEY, ...args));
    lastNow = Number(now);
    return marksIn(flat);
  }

  return {
    isUp: (): boolean => redis.isUp(),

    /**
     * Takes Redis' time, before a poll of PostgreSQL: the lease counts from it, so that a renewal that Redis runs late renews nothing.
     *
     * @returns the open marks.
     */
    begin: (): Promise<readonly Mark[]> => send(0, { ended: [], written: [] }),

    /** Whether `renew` has such a time. */
    hasBegun: (): boolean => lastNow > 0,

    /**
     * Renews the lease after a poll of PostgreSQL that began after the last answer.
     *
     * @returns the open marks. @throws Error if Redis was too late, and renewed nothing
     */
    async renew(polled: PolledWrites): Promise<readonly Mark[]> {
      const until = lastNow + LEASE_MS;
      const marks = await send(until, polled);
      if (lastNow >= until) throw new Error("the lease of cached answers was renewed too late");
      return marks;
    },
  };
}
