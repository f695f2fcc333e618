import { createHash, randomBytes } from "node:crypto";

/** The token of a session or of a device: 256 bits from the system's CSPRNG, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token or an API key. All are long and random, so a plain hash is enough. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
