/** The format of webhooks. Their rules are in rules/webhooks.ts. */

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
