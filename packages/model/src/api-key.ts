/** An API key as lists show it: never the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly keyPrefix: string;
  readonly role: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  /** Requests per minute for this key. Null: requests count for the caller's address. */
  readonly rateLimitPerMinute: number | null;
}
