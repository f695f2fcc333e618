import { randomUUID } from "node:crypto";
import type { RedisLink } from "../redis/redis.ts";

/** A random value; gateways use cached identities only while it stays the same. */
export const EPOCH_KEY = "cms:epoch";

const RETRY_MS = 250;
const pending = new WeakMap<RedisLink, NodeJS.Timeout>();

/**
 * Makes every gateway drop its cached identities. Call it after the commit of anything that ends or changes a credential. It never throws
 * and takes at most 150 ms: if Redis is not available it keeps trying in the background (gateways without Redis cache identities for at
 * most a second).
 */
export async function revoke(redis: RedisLink): Promise<void> {
  try {
    await renewEpoch(redis);
    clearTimeout(pending.get(redis));
    pending.delete(redis);
  } catch {
    retryLater(redis);
  }
}

/** The same at once or not at all, for a program that ends right after. @throws RedisAwayError if Redis does not answer */
export async function renewEpoch(redis: RedisLink): Promise<void> {
  await redis.run((client) => client.set(EPOCH_KEY, randomUUID()));
}

function retryLater(redis: RedisLink): void {
  clearTimeout(pending.get(redis));
  if (redis.client.status === "end") return;
  pending.set(redis, setTimeout(() => void revoke(redis), RETRY_MS).unref());
}
