import { z } from "zod";
import { parseForm } from "../problems.ts";
import { component, noted, id, storableText, text, time, timeOrNull } from "./registry.ts";

const NAME_LENGTH = 200;
const MAX_RATE_LIMIT = 1_000_000;
const RATE_LIMIT = `rateLimitPerMinute must be a whole number from 1 to ${MAX_RATE_LIMIT}`;
const OWN_LIMIT = { description: "Requests per minute for this key. Null: requests count for the caller's address." };

const rateLimit = z.int(RATE_LIMIT).min(1, RATE_LIMIT).max(MAX_RATE_LIMIT, RATE_LIMIT);

/** A new API key's label, role, end and rate limit. */
export const keyRequest = component(
  "KeyRequest",
  z.strictObject({
    name: noted(
      storableText("name").trim().min(1, "name must not be empty").max(NAME_LENGTH, `name must have at most ${NAME_LENGTH} characters`),
      { pattern: String.raw`\S` },
    ),
    role: z.string("role must be the name of a role"),
    expiresAt: noted(z.iso.datetime({ offset: true, error: "expiresAt must be a time in ISO 8601 with its zone" }).nullish(), {
      description: "A future time. Null for a key that doesn't expire.",
    }),
    rateLimitPerMinute: noted(rateLimit.nullish(), OWN_LIMIT),
  }),
);

/** @param roles - the names of the configured roles. @throws VALIDATION_ERROR */
export function parseKeyRequest(form: Readonly<Record<string, unknown>>, roles: ReadonlySet<string>) {
  const role = keyRequest.shape.role.refine((name) => roles.has(name), "role must be the name of a configured role");
  const { expiresAt = null, rateLimitPerMinute = null, ...rest } = parseForm(keyRequest.extend({ role }), form);
  return { ...rest, expiresAt, rateLimitPerMinute };
}

const keyPrefix = noted(z.string(), { pattern: "^cms_" });

export const apiKey = component(
  "ApiKey",
  z.object({
    id,
    name: text,
    keyPrefix,
    role: text,
    expiresAt: timeOrNull,
    lastUsedAt: timeOrNull,
    createdAt: time,
    rateLimitPerMinute: noted(rateLimit.nullable(), OWN_LIMIT),
  }),
);
export type ApiKey = Readonly<z.output<typeof apiKey>>;

export const newApiKey = component(
  "NewApiKey",
  z.object({
    id,
    name: text,
    keyPrefix,
    role: text,
    key: noted(z.string(), { description: "The key. It is shown only once." }),
    expiresAt: time.optional(),
    rateLimitPerMinute: noted(z.int().min(1).optional(), { maximum: undefined }),
  }),
);
export type NewApiKey = Readonly<z.output<typeof newApiKey>>;
