import { createHmac } from "node:crypto";
import { secretBytes } from "@colophon/config";

/**
 * The headers of a message. With two secrets it has two signatures, so that the receiver may know either.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(id: string, body: string, secrets: readonly string[], at: Date): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", secretBytes(secret) ?? "").update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
