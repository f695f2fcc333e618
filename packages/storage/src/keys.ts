/** Storage keys. They are derived from ids, so that every object can be traced to its record. */
import { UUID_PATTERN } from "@colophon/model";

/** The prefixes of all keys. */
export const ORIGINALS = "originals/";
export const DERIVATIVES = "derivatives/";
/** Files that callers have sent to the S3 server, until they are checked. */
export const INCOMING = "incoming/";

/** The original's key. The last digits of a UUID v7 are random, so they spread files over 256 folders. */
export function originalKey(id: string): string {
  return `${ORIGINALS}${id.slice(-2)}/${id}`;
}

/** The key of a file that is not checked yet. */
export function incomingKey(id: string): string {
  return `${INCOMING}${id.slice(-2)}/${id}`;
}

/** The prefix of everything that was derived from an asset. */
export function derivativesPrefix(id: string): string {
  return `${DERIVATIVES}${id}/`;
}

/** A derivative's key. */
export function derivativeKey(id: string, transformKey: string): string {
  return derivativesPrefix(id) + transformKey;
}

/** The image's id and the transform's key in the key of a derivative; null for any other key. */
export function derivativeInKey(key: string): { readonly id: string; readonly transformKey: string } | null {
  const id = key.startsWith(DERIVATIVES) ? idInKey(key) : null;
  return id === null ? null : { id, transformKey: key.slice(derivativesPrefix(id).length) };
}

/** The record's id in a key, or null if the key has another form. */
export function idInKey(key: string): string | null {
  const id = /^(?:originals\/[0-9a-f]{2}|derivatives)\/([^/]+)(?:\/[0-9a-f]+)?$/.exec(key)?.[1] ?? "";
  return UUID_PATTERN.test(id) ? id : null;
}
