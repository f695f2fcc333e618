/** Signing in, and the data of a signed-in user. */
import { canonicalEmail, EMAIL_PATTERN, isEmail, MAX_EMAIL_LENGTH } from "@colophon/model";
import { z } from "zod";
import { component, noted, id, storableText, text, time } from "./registry.ts";

const email = storableText("email").transform(canonicalEmail).refine(isEmail, "email must be an email address");

/** The email address for a code; parsed to its stored form. */
export const codeRequest = component(
  "CodeRequest",
  z.object({ email: noted(email, { pattern: EMAIL_PATTERN, maxLength: MAX_EMAIL_LENGTH }) }),
);

/** A request for a code and the code: two texts; whether they match is checked later. */
export const codePair = component(
  "SignIn",
  z.object({ authRequestId: z.string("authRequestId must be a text"), code: z.string("code must be a text") }),
);
export type CodePair = Readonly<z.output<typeof codePair>>;

/** The request that a code belongs to. */
export const codeRequested = z.object({ authRequestId: text, expiresAt: time });
export type CodeRequested = Readonly<z.output<typeof codeRequested>>;

export const sessionUser = component("SessionUser", z.object({ id, email: text, name: text, role: text }));
export type SessionUser = Readonly<z.output<typeof sessionUser>>;

export const session = component(
  "Session",
  z.object({
    id,
    createdAt: time,
    lastUsedAt: time,
    expiresAt: time,
    userAgent: text.nullable(),
    ip: text.nullable(),
    current: z.boolean(),
  }),
);
export type Session = Readonly<z.output<typeof session>>;

export const caller = component(
  "Caller",
  z.object({
    user: noted(sessionUser.nullable(), { description: "Null for an API key." }),
    role: text,
    isAdmin: z.boolean(),
    expiresAt: time.optional(),
    confirmedUntil: noted(time.optional(), { description: "For a session: the time until which it may make sensitive changes." }),
  }),
);

/** The gateway's request to the auth service: the kind of a credential, and the SHA-256 of its token. */
export const credentialQuestion = z.strictObject({
  kind: z.enum(["session", "key"]),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** False: the session isn't used, and isn't extended by the look-up. */
  isUse: z.boolean().default(true),
});
export type CredentialQuestion = Readonly<z.output<typeof credentialQuestion>>;
