/** The formats of what concerns the whole site: webhooks, caches and the log of changes. */

export const WEBHOOK_EVENTS = ["published", "updated", "unpublished", "deleted", "draft"] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Another server that is told about changes of content. */
export interface WebhookDefinition {
  /** Lower-case letters, digits and `-`. */
  name: string;
  /** An `https:` URL, or with `allowPrivate` also `http:`. */
  url: string;
  /** An entity and an event: `article.published`, `article.*`, `*`. The events are in [Webhooks](docs/guide/webhooks.md). */
  events: readonly string[];
  /**
   * At least 24 random bytes as base64, with or without `whsec_`; two while one replaces the other. Read them from `process.env`: only the
   * process `webhook-worker` needs them.
   */
  secret: string | readonly string[] | undefined;
  /** Only events of these entities. The default is all. */
  entities?: readonly string[];
  /** Only events of entities that this role can read. The default is the public role; without one, this option is required. */
  role?: string;
  /** Messages contain the record as the role reads it. */
  include?: "record";
  /**
   * Allows `http:`, and servers at private or link-local addresses.
   * @default false
   */
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
