/** API keys, and tokens of sessions, devices and previews: how they are generated, recognized and stored. */
import { createHash, randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** The number of a key's leading characters that are stored and shown. */
export const API_KEY_PREFIX_LENGTH = 12;

/** A new API key: `cms_`, 32 random base62 characters, and 6 more with their CRC32. */
export function makeApiKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `cms_${secret}${checksumOf(secret)}`;
}

/** Whether a text can be an API key; a mistyped one can't, and is refused without a look-up. */
export function isApiKey(text: string): boolean {
  const secret = /^cms_([0-9A-Za-z]{32})[0-9A-Za-z]{6}$/.exec(text)?.[1];
  return secret !== undefined && text.endsWith(checksumOf(secret));
}

/** The token of a session or of a device: 256 bits from the system's CSPRNG, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token or an API key. All are long and random, so a plain hash is enough. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let digits = "";
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
