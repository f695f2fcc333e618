const PREFIX = "whsec_";
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The bytes of a webhook's secret, in the form of Standard Webhooks: base64, with or without `whsec_`. Null if it is no base64. */
export function secretBytes(secret: string): Buffer | null {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  return BASE64.test(text) ? Buffer.from(text, "base64") : null;
}
