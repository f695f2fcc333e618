import { z } from "zod";
import type { NewApiKey } from "./api-keys.ts";
import { parseForm, storableText } from "./forms.ts";

const NAME_LENGTH = 200;

/** A new API key's label, role and end. @param roles - the names of the configured roles. @throws VALIDATION_ERROR */
export function parseNewApiKey(form: Readonly<Record<string, unknown>>, roles: ReadonlySet<string>): NewApiKey {
  const { expiresAt = null, ...rest } = parseForm(newApiKey(roles), form);
  return { ...rest, expiresAt };
}

function newApiKey(roles: ReadonlySet<string>) {
  return z.strictObject({
    name: storableText("name").trim().min(1, "name must not be empty").max(NAME_LENGTH, `name must have at most ${NAME_LENGTH} characters`),
    role: z.string("role must be the name of a role").refine((role) => roles.has(role), "role must be the name of a configured role"),
    expiresAt: z.iso.datetime({ offset: true, error: "expiresAt must be a time in ISO 8601 with its zone" }).nullish(),
  });
}
