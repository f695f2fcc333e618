import type { Bucket } from "@colophon/runtime";
import type { Client } from "../requests/client-address.ts";
import type { Call } from "../requests/call.ts";
import type { Principal } from "../identity/identity-cache.ts";

/** Requests per minute. */
export interface Limits {
  readonly general: number;
  /** For sign-in and other paths that can be used for guessing. */
  readonly auth: number;
  readonly user: number;
  readonly assets: number;
}

/** The subject of a counter: a user, an API key with its own limit, or an address. */
interface RateLimitKey {
  readonly key: string;
  readonly max: number;
  readonly isAddress: boolean;
}

/**
 * The buckets that a request counts in.
 *
 * @param principal - the principal of its credential, if known before the request is admitted. Wrong or unknown credentials don't avoid the limit
 * of the address.
 */
export function bucketsOf({ client, policy }: Pick<Call, "client" | "policy">, principal: Principal | null, limits: Limits): Bucket[] {
  const { key, max, isAddress } = rateLimitKeyOf(client, principal, limits);
  if (policy?.bucket === "files") return [{ key: `cms:limit:assets:${key}`, max: limits.assets }];
  const general = { key: `cms:limit:${key}`, max };
  const isStrict = policy?.bucket === "sign-in" || (policy?.bucket === "session" && isAddress);
  return isStrict ? [general, { key: `cms:limit:auth:${key}`, max: limits.auth }] : [general];
}

/** The key for a caller's share of the services' places. */
export function shareKeyOf({ limitKey }: Client, { rateLimitPerMinute, identity }: Principal): string {
  return rateLimitPerMinute === null ? limitKey : `key:${identity.credentialId}`;
}

/** Whether a caller's requests are counted separately from those of the address. */
export function isCountedApart({ rateLimitPerMinute, identity }: Principal): boolean {
  return identity.kind === "session" || rateLimitPerMinute !== null;
}

function rateLimitKeyOf(client: Client, principal: Principal | null, limits: Limits): RateLimitKey {
  if (principal?.identity.kind === "session") return { key: `user:${principal.identity.userId}`, max: limits.user, isAddress: false };
  if (principal && principal.rateLimitPerMinute !== null) {
    return { key: shareKeyOf(client, principal), max: principal.rateLimitPerMinute, isAddress: false };
  }
  return { key: client.limitKey, max: limits.general, isAddress: true };
}
