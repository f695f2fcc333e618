/** The bodies that this service takes. Every bad field is named at once, as everywhere. */
import { parseForm, parseNewApiKey as parseKeyForm, storableText, type NewApiKey } from "@colophon/credentials";
import { z } from "zod";

type Body = Readonly<Record<string, unknown>>;

// The rule of the `email` field type, so that every address that can be stored can sign in. Stored in lower case, too.
const ADDRESS = /^[^\s@"(),:;<>[\]\\\u0000-\u001f\u007f]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))+$/;
const ADDRESS_LENGTH = 254;

const address = storableText("email")
  .toLowerCase()
  .refine((value) => value.length <= ADDRESS_LENGTH && ADDRESS.test(value), "email must be an email address");
const codeRequest = z.object({ email: address });
const signIn = z.object({ authRequestId: z.string("authRequestId must be a text"), code: z.string("code must be a text") });

const question = z.strictObject({ kind: z.enum(["session", "key"]), hash: z.string().regex(/^[0-9a-f]{64}$/) });

// What a list shows of a key may be sent back, as everywhere; it is ignored.
const AUTOMATIC = ["id", "createdAt", "updatedAt", "publishedAt"];

/** The address that asks for a code, in lower case. */
export function parseCodeRequest(body: Body): { email: string } {
  return parseForm(codeRequest, body);
}

/** The pair of a sign-in: two texts; whether they fit is not a matter of form. */
export function parseSignIn(body: Body): { authRequestId: string; code: string } {
  return parseForm(signIn, body);
}

/** A new API key's label, role and end. @param roles - the names of the configured roles. */
export function parseNewApiKey(body: Body, roles: ReadonlySet<string>): NewApiKey {
  return parseKeyForm(withoutAutomatic(body), roles);
}

/** The gateway's question: the kind of a credential, and the SHA-256 of its token. */
export function parseQuestion(body: Body): { kind: "session" | "key"; hash: string } {
  return parseForm(question, body);
}

function withoutAutomatic(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !key.startsWith("_") && !AUTOMATIC.includes(key)));
}
