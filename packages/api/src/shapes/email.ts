import { domainToASCII } from "node:url";

/**
 * An address as it is stored and compared: in NFC, the ASCII letters before the `@` in lower case and other letters as they
 * are, the domain in its A-label form. What is no address comes back as some other text that is none.
 */
export function canonicalEmail(text: string): string {
  const address = text.normalize("NFC");
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(at, 0)).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return at < 0 ? address : `${local}@${canonicalDomain(address.slice(at + 1))}`;
}

/** Letters, digits, marks, hyphens and dots alone: a domain that is none is not made one by decoding it. */
function canonicalDomain(domain: string): string {
  if (/^[\x00-\x7f]*$/.test(domain)) return domain.toLowerCase();
  return /^[\p{L}\p{N}\p{M}.-]+$/u.test(domain) ? domainToASCII(domain) : domain;
}

export const EMAIL_LENGTH = 254;
const CANONICAL = /^[^\s@"(),:;<>[\]\\\u0000-\u001f\u007f]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))+$/;
const LABEL = "[A-Za-z0-9\\u0080-\\uffff][A-Za-z0-9\\u0080-\\uffff-]{0,62}";
/** An address as far as an expression without flags can say it, before it is made canonical; `format: email` knows no jürgen@example.com. */
export const EMAIL_PATTERN = `^[^\\s@"(),:;<>[\\]\\\\\\u0000-\\u001f\\u007f]{1,64}@${LABEL}(?:\\.${LABEL})+$`;

/** Whether a text in its canonical form is an address: one rule for what is stored and for who signs in. */
export function isEmail(canonical: string): boolean {
  return canonical.length <= EMAIL_LENGTH && CANONICAL.test(canonical);
}
