import { MAX_EMAIL_LENGTH } from "../limits.ts";

/**
 * An email address in the form in which it is stored and compared: in NFC, ASCII letters before the `@` in lower case and other letters
 * unchanged, the domain in its A-label form. An invalid address becomes some other invalid text.
 */
export function canonicalEmail(text: string): string {
  const address = text.normalize("NFC");
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(at, 0)).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return at < 0 ? address : `${local}@${canonicalDomain(address.slice(at + 1))}`;
}

/** Only letters, digits, marks, hyphens and dots: decoding must not turn an invalid domain into a valid one. */
function canonicalDomain(domain: string): string {
  if (/^[\x00-\x7f]*$/.test(domain)) return domain.toLowerCase();
  return /^[\p{L}\p{N}\p{M}.-]+$/u.test(domain) ? (URL.parse(`ws://${domain}`)?.hostname ?? "") : domain;
}

const LOCAL_PART = '[^\\s@"(),:;<>[\\]\\\\\\u0000-\\u001f\\u007f]{1,64}';
const CANONICAL = new RegExp(`^${LOCAL_PART}@[a-z0-9][a-z0-9-]{0,62}(?:\\.[a-z0-9][a-z0-9-]{0,62})+$`, "u");
/** A label in ASCII, or one that the A-label form replaces because it has another letter. */
const LABEL = "(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}|[A-Za-z0-9-]{0,62}[^\\u0000-\\u007f](?:[A-Za-z0-9-]|[^\\u0000-\\u007f]){0,62})";
/**
 * An approximate pattern of an email address before it is made canonical, without flags; `format: email` does not allow jürgen@example.com.
 */
export const EMAIL_PATTERN = `^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})+$`;

/** Whether a text in its canonical form is an email address: one rule for storing and for signing in. */
export function isEmail(canonical: string): boolean {
  return canonical.length <= MAX_EMAIL_LENGTH && CANONICAL.test(canonical);
}
