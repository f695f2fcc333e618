/** An API key as lists show it. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly keyPrefix: string;
  readonly role: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly rateLimitPerMinute: number | null;
}
/** A key that was just made: the only answer that holds it. */
export type NewKey = Pick<ApiKey, "id" | "name" | "role"> & { readonly key: string };

/** What stands in the form of a new key. */
export interface KeyValues {
  readonly name: string;
  readonly role: string;
  /** A day as the browser's own control has it; empty for a key that never ends. */
  readonly lastDay: string;
  readonly rateLimit: string | number;
}

/** The request for a key: it ends with its last day, in the time of who makes it. */
export function keyRequestOf({ name, role, lastDay, rateLimit }: KeyValues): object {
  const expiresAt = lastDay === "" ? null : new Date(`${lastDay}T23:59:59.999`).toISOString();
  return { name, role, expiresAt, rateLimitPerMinute: rateLimit === "" ? null : Number(rateLimit) };
}
