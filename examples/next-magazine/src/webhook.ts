/** Messages of Colophon's webhook `website`, signed as in Standard Webhooks. */
import { createHmac, timingSafeEqual } from "node:crypto";

const MAX_AGE_SECONDS = 300;

/** Whether a request comes from Colophon. `body` is the text as it arrived. Without a secret no request does. */
export function isGenuine(headers: Headers, body: string, secret: string | undefined): boolean {
  if (!secret) return false;
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => headers.get(`webhook-${name}`) ?? "");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < MAX_AGE_SECONDS;
  return isRecent && (signatures ?? "").split(" ").some((signature) => isSame(signature, `v1,${expected}`));
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
