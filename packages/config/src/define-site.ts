/** The formats of what concerns the whole site: webhooks, caches and the log of changes. */

export const WEBHOOK_EVENTS = ["published", "updated", "unpublished", "deleted", "draft"] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Another server that is told about changes of content. */
export interface WebhookDefinition {
  /** Lower-case letters, digits and `-`. */
  name: string;
  /** `https:`, or with `allowPrivate` also `http:`. */
  url: string;
  /** An entity and an event, each of which may be `*`: `article.published`, `article.*`. */
  events: readonly string[];
  /** At least 24 random bytes as base64, with or without `whsec_`; two while one replaces the other. Read them from `process.env`. */
  secret: string | readonly string[] | undefined;
  /** Only events of these entities; all by default. */
  entities?: readonly string[];
  /** Only events of entities that this role can read; by default the public one. */
  role?: string;
  /** `record`: the body contains the record as the role reads it. */
  include?: "record";
  /** Whether the URL may lead to a private or link-local address. */
  allowPrivate?: boolean;
}

/** How long caches outside the site may serve answers to requests without credentials; in seconds. */
export interface PublicCache {
  maxAge: number;
  /** After `maxAge`, while the cache asks for a new answer. */
  staleWhileRevalidate?: number;
  /** After `maxAge`, if the site does not answer. */
  staleIfError?: number;
}

/** The log of all changes. */
export interface AuditDefinition {
  /** How long rows are kept; 365 by default. */
  days?: number;
  /** Whether the values of changed fields are logged too. */
  values?: boolean;
}
