import { keyRequest, parseForm } from "@colophon/api";
import type { NewApiKey } from "./api-keys.ts";

/** A new API key's label, role, end and rate limit. @param roles - the names of the configured roles. @throws VALIDATION_ERROR */
export function parseNewApiKey(form: Readonly<Record<string, unknown>>, roles: ReadonlySet<string>): NewApiKey {
  const role = keyRequest.shape.role.refine((name) => roles.has(name), "role must be the name of a configured role");
  const { expiresAt = null, rateLimitPerMinute = null, ...rest } = parseForm(keyRequest.extend({ role }), form);
  return { ...rest, expiresAt, rateLimitPerMinute };
}
