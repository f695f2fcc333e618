import { createHash } from "node:crypto";

/** What is stored of a session token or an API key. Both are long and random, so a plain hash is enough. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
