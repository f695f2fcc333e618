/** The bodies that this service takes. Every bad field is named at once, as everywhere. */
import { invalid } from "@colophon/errors";
import { z } from "zod";

type Body = Readonly<Record<string, unknown>>;

const NAME_LENGTH = 200;

// Postgres can't store NUL, and half a surrogate pair is no character.
const text = (field: string) =>
  z
    .string(`${field} must be a text`)
    .refine((value) => !value.includes("\0") && value.isWellFormed(), `${field} holds a character that can't be stored`);

// The rule of the `email` field type, so that every address that can be stored can sign in. Stored in lower case, too.
const ADDRESS = /^[^\s@"(),:;<>[\]\\\u0000-\u001f\u007f]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))+$/;
const ADDRESS_LENGTH = 254;

const address = text("email")
  .toLowerCase()
  .refine((value) => value.length <= ADDRESS_LENGTH && ADDRESS.test(value), "email must be an email address");
const codeRequest = z.object({ email: address });
const signIn = z.object({ authRequestId: z.string("authRequestId must be a text"), code: z.string("code must be a text") });

const question = z.strictObject({ kind: z.enum(["session", "key"]), hash: z.string().regex(/^[0-9a-f]{64}$/) });

// What a list shows of a key may be sent back, as everywhere; it is ignored.
const AUTOMATIC = ["id", "createdAt", "updatedAt", "publishedAt"];

/** The address that asks for a code, in lower case. */
export function parseCodeRequest(body: Body): { email: string } {
  return parse(codeRequest, body);
}

/** The pair of a sign-in: two texts; whether they fit is not a matter of form. */
export function parseSignIn(body: Body): { authRequestId: string; code: string } {
  return parse(signIn, body);
}

/** A new API key's label, role and end. @param roles - the names of the configured roles. */
export function parseNewApiKey(body: Body, roles: ReadonlySet<string>): { name: string; role: string; expiresAt: string | null } {
  const { expiresAt = null, ...rest } = parse(newApiKey(roles), withoutAutomatic(body));
  return { ...rest, expiresAt };
}

/** The gateway's question: the kind of a credential, and the SHA-256 of its token. */
export function parseQuestion(body: Body): { kind: "session" | "key"; hash: string } {
  return parse(question, body);
}

function newApiKey(roles: ReadonlySet<string>) {
  return z.strictObject({
    name: text("name").trim().min(1, "name must not be empty").max(NAME_LENGTH, `name must have at most ${NAME_LENGTH} characters`),
    role: z.string("role must be the name of a role").refine((role) => roles.has(role), "role must be the name of a configured role"),
    expiresAt: z.iso.datetime({ offset: true, error: "expiresAt must be a time in ISO 8601 with its zone" }).nullish(),
  });
}

function withoutAutomatic(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !key.startsWith("_") && !AUTOMATIC.includes(key)));
}

function parse<T>(schema: z.ZodType<T>, body: Body): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.flatMap(toDetails);
  throw invalid(details.filter(({ field }, at) => details.findIndex((other) => other.field === field) === at)); // one each
}

function toDetails(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((field) => ({ field, message: `${field} is not a known field` }));
  return [{ field: issue.path.join("."), message: issue.message }];
}
