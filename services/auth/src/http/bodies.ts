/** The request bodies of this service. Every wrong field is reported. */
import { type CodePair, parseForm, codePair, codeRequest, parseKeyRequest } from "@colophon/api";
import { RECORD_FIELDS } from "@colophon/model";
import type { NewApiKey } from "@colophon/database";

type Body = Readonly<Record<string, unknown>>;

// Members that a list shows of a key may be sent back; they are ignored.
const AUTOMATIC: readonly string[] = RECORD_FIELDS.map(({ name }) => name);

/** The email address for a code, in its stored form. */
export function parseCodeRequest(body: Body): { email: string } {
  return parseForm(codeRequest, body);
}

/** A request for a code and the code: two texts; whether they match is checked later. */
export function parseCodePair(body: Body): CodePair {
  return parseForm(codePair, body);
}

/** A new API key's label, role and end. @param roles - the names of the configured roles. */
export function parseNewApiKey(body: Body, roles: ReadonlySet<string>): NewApiKey {
  return parseKeyRequest(withoutAutomatic(body), roles);
}

function withoutAutomatic(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !key.startsWith("_") && !AUTOMATIC.includes(key)));
}
