import { createPrivateKey, createPublicKey, hash, type KeyObject } from "node:crypto";

/** The caller of a request, as the gateway identified and signed it. Sent in the header `x-cms-identity`. */
export interface Identity {
  /** `gateway` is the gateway itself, for requests under /internal; no caller ever has it. */
  readonly kind: "anonymous" | "session" | "key" | "gateway";
  /** The session's or the API key's id; null without either. */
  readonly credentialId: string | null;
  /** The signed-in user's id; null for API keys and anonymous callers. */
  readonly userId: string | null;
  /** The role's name; "" for an anonymous caller if there is no public role. */
  readonly role: string;
  readonly email?: string | null;
  /** ISO 8601 time until which a session may make sensitive changes; null or missing: it may not. */
  readonly confirmedUntil?: string | null;
  /** ISO 8601 time at which the credential itself ends; null if it has no end. */
  readonly expiresAt: string | null;
}

/** A user's session, as the gateway signed it. */
export interface SessionIdentity extends Identity {
  readonly kind: "session";
  readonly credentialId: string;
  readonly userId: string;
}

export function isSession(identity: Identity): identity is SessionIdentity {
  return identity.kind === "session" && identity.credentialId !== null && identity.userId !== null;
}

/** Whether the caller signed in or confirmed recently enough for sensitive changes. @param now - since 1970, in ms */
export function isConfirmed({ kind, confirmedUntil }: Identity, now: number): boolean {
  return kind === "session" && typeof confirmedUntil === "string" && now < Date.parse(confirmedUntil);
}

/** The header that carries a signed identity from the gateway to a service. */
export const IDENTITY_HEADER = "x-cms-identity";

/** The headers with a caller's cookies, from the gateway to the auth service only. */
export const SESSION_HEADER = "x-cms-session";
export const DEVICE_HEADER = "x-cms-device";

/** Maximum lifetime of a signed identity; the credential's own end may be earlier. */
export const TOKEN_LIFE_MS = 60_000;

/** The maximum difference between the clocks of two machines before tokens are refused. */
export const CLOCK_SKEW_MS = 30_000;

/** The claims of a token: the identity, when it was signed and when it ends (milliseconds since 1970). */
export interface TokenClaims {
  readonly identity: Identity;
  readonly signedAt: number;
  readonly endsAt: number;
}

/** Reads an Ed25519 private key, base64 of its PKCS8 DER. @throws Error if it is anything else. */
export function readPrivateKey(base64: string): KeyObject {
  const key = createPrivateKey({ key: Buffer.from(base64, "base64"), format: "der", type: "pkcs8" });
  return requireEd25519(key);
}

/** Reads an Ed25519 public key, base64 of its SPKI DER. @throws Error if it is anything else. */
export function readPublicKey(base64: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" });
  return requireEd25519(key);
}

/** The short name in a token of the key that signed it: 8 hex digits of the public key's SHA-256. */
export function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  return hash("sha256", publicKey.export({ format: "der", type: "spki" }), "hex").slice(0, 8);
}

function requireEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== "ed25519") throw new Error("An identity key must be an Ed25519 key");
  return key;
}
