/** The values of the form of a new key. */
export interface KeyValues {
  readonly name: string;
  readonly role: string;
  /** The value of a `date` input; empty for a key that never expires. */
  readonly lastDay: string;
  readonly rateLimit: string | number;
}

/** The request that creates a key: it expires at the end of its last day, in the user's time zone. */
export function keyRequestOf({ name, role, lastDay, rateLimit }: KeyValues): object {
  const expiresAt = lastDay === "" ? null : new Date(`${lastDay}T23:59:59.999`).toISOString();
  return { name, role, expiresAt, rateLimitPerMinute: rateLimit === "" ? null : Number(rateLimit) };
}
