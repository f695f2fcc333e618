import type { Bucket } from "@colophon/runtime";
import type { Client } from "../requests/client-address.ts";
import type { Call } from "../requests/call.ts";
import type { Holder } from "../callers/identity-cache.ts";

/** Requests per minute. */
export interface Limits {
  readonly general: number;
  /** For sign-in and other paths that can be used for guessing. */
  readonly auth: number;
  readonly user: number;
  readonly assets: number;
}

/** The subject of a counter: a user, an API key with its own limit, or an address. */
interface Subject {
  readonly key: string;
  readonly max: number;
  readonly isAddress: boolean;
}

/**
 * The buckets that a request counts in.
 *
 * @param holder - the holder of its credential, if known before the request is admitted. Wrong or unknown credentials don't avoid the limit
 * of the address.
 */
export function bucketsOf({ client, policy }: Pick<Call, "client" | "policy">, holder: Holder | null, limits: Limits): Bucket[] {
  const { key, max, isAddress } = subjectOf(client, holder, limits);
  if (policy?.bucket === "files") return [{ key: `cms:limit:assets:${key}`, max: limits.assets }];
  const general = { key: `cms:limit:${key}`, max };
  const isStrict = policy?.bucket === "sign-in" || (policy?.bucket === "session" && isAddress);
  return isStrict ? [general, { key: `cms:limit:auth:${key}`, max: limits.auth }] : [general];
}

/** The key for a caller's share of the services' places. */
export function shareKeyOf({ limitKey }: Client, { rateLimitPerMinute, identity }: Holder): string {
  return rateLimitPerMinute === null ? limitKey : `key:${identity.credentialId}`;
}

/** Whether a caller's requests are counted separately from those of the address. */
export function isCountedApart({ rateLimitPerMinute, identity }: Holder): boolean {
  return identity.kind === "session" || rateLimitPerMinute !== null;
}

function subjectOf(client: Client, holder: Holder | null, limits: Limits): Subject {
  if (holder?.identity.kind === "session") return { key: `user:${holder.identity.userId}`, max: limits.user, isAddress: false };
  if (holder && holder.rateLimitPerMinute !== null) {
    return { key: shareKeyOf(client, holder), max: holder.rateLimitPerMinute, isAddress: false };
  }
  return { key: client.limitKey, max: limits.general, isAddress: true };
}
