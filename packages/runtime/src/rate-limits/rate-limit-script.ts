import { ANSWERS_KEY } from "../answer-cache/answer-state.ts";
import { WINDOW_MS, type Bucket, type BucketUsage } from "./rate-limit.ts";
import { EPOCH_KEY } from "../identity/revoke.ts";

/**
 * The rate limit as one atomic script for several requests, which are counted in the order of their arrival: a list of times for each bucket,
 * newest first, by Redis' own clock. All buckets of a request are checked before it is counted in any. The revocation epoch and
 * the state of cached answers are read in the same call.
 *
 * KEYS: epoch, answers, then each bucket once · ARGV: this process, to create a missing epoch; the known version of the answers, or `-` if
 * they don't matter; then for each request whether to count it, its number of buckets, and for each of these its place among the buckets and
 * its max.
 * Returns: epoch; the version of the answers if it is known, else their fields and values, or an empty text without a lease; then for each
 * bucket of each request how many were in it and in how many milliseconds the oldest leaves.
 */
export const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local epoch = redis.call('GET', KEYS[1])
if not epoch then
  epoch = ARGV[1] .. ':' .. time[1] .. ':' .. time[2]
  redis.call('SET', KEYS[1], epoch)
end
local answers = ''
if ARGV[2] ~= '-' then
  local held = redis.call('HMGET', KEYS[2], 'until', 'version')
  if held[1] and tonumber(held[1]) > now then
    answers = held[2] == ARGV[2] and held[2] or redis.call('HGETALL', KEYS[2])
  end
end
local used, freeIn, added = {}, {}, {}
for i = 3, #KEYS do
  local oldest = tonumber(redis.call('LINDEX', KEYS[i], -1) or nil)
  while oldest and (oldest < now - ${WINDOW_MS} or oldest > now) do
    redis.call('RPOP', KEYS[i])
    oldest = tonumber(redis.call('LINDEX', KEYS[i], -1) or nil)
  end
  used[i] = oldest and redis.call('LLEN', KEYS[i]) or 0
  freeIn[i] = oldest and (oldest + ${WINDOW_MS} - now) or 0
  added[i] = {}
end
local reply = { epoch, answers }
local at = 3
while at < #ARGV do
  local first = at + 2
  local last = at + 2 * tonumber(ARGV[at + 1])
  local counts = ARGV[at] == '1'
  for place = first, last, 2 do
    local i = tonumber(ARGV[place]) + 2
    reply[#reply + 1] = used[i]
    reply[#reply + 1] = freeIn[i]
    if used[i] >= tonumber(ARGV[place + 1]) then counts = false end
  end
  for place = first, last, 2 do
    local i = tonumber(ARGV[place]) + 2
    if counts then
      if used[i] == 0 then freeIn[i] = ${WINDOW_MS} end
      used[i] = used[i] + 1
      added[i][#added[i] + 1] = now
    end
  end
  at = last + 2
end
for i = 3, #KEYS do
  if #added[i] > 0 then
    redis.call('LPUSH', KEYS[i], unpack(added[i]))
    redis.call('PEXPIRE', KEYS[i], ${WINDOW_MS})
  end
end
return reply
`;

/** A request's buckets, and whether it is counted in them or only checked. */
export interface Asked {
  readonly buckets: readonly Bucket[];
  readonly counts: boolean;
}

export type Reply = readonly (string | number | readonly string[])[];

/**
 * The number of keys, the keys and the arguments of the script.
 *
 * @param self - names this process
 * @param version - that of the known state of answers; null if it does not matter
 */
export function toArguments(
  asked: readonly Asked[],
  self: string,
  version: string | null = null,
): [keyCount: number, ...text: (string | number)[]] {
  const places = new Map<string, number>();
  const args: (string | number)[] = [self, version ?? "-"];
  for (const { buckets, counts } of asked) {
    args.push(counts ? 1 : 0, buckets.length);
    for (const { key, max } of buckets) args.push(placeOf(key, places), max);
  }
  return [places.size + 2, EPOCH_KEY, ANSWERS_KEY, ...places.keys(), ...args];
}

/** Counted from 1, as all buckets follow the two other keys. */
function placeOf(key: string, places: Map<string, number>): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  places.set(key, places.size + 1);
  return places.size;
}

/** The usages of each request's buckets. */
export function toUsages(asked: readonly Asked[], reply: Reply): BucketUsage[][] {
  let at = 2;
  return asked.map(({ buckets }) => buckets.map(({ max }) => ({ max, used: Number(reply[at++]), freeInMs: Number(reply[at++]) })));
}
