/**
 * Conditional requests: which conditions an answer meets. The package `fresh` knows two of the five headers, and answers in full to
 * `Cache-Control: no-cache`, which browsers send with a reload. @see https://www.rfc-editor.org/rfc/rfc9110#section-13
 */
import type { IncomingHttpHeaders } from "node:http";

/** Validators of an answer. Only one that never changes has a date: dates have a precision of one second. */
export interface Validators {
  readonly etag: string;
  readonly modifiedAt?: Date;
}

/** Whether the caller already has this answer: `If-None-Match`, compared weakly, takes precedence over `If-Modified-Since`. */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return lists(tags, etag, (tag) => tag.replace(/^W\//, ""));
  return modifiedAt !== undefined && inSeconds(modifiedAt) <= inSeconds(headers["if-modified-since"]);
}

/** Whether `If-Match`, compared strongly, or else `If-Unmodified-Since` requires another answer. */
export function isPreconditionFailed(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const tags = headers["if-match"];
  if (tags !== undefined) return !lists(tags, etag);
  return modifiedAt !== undefined && inSeconds(modifiedAt) > inSeconds(headers["if-unmodified-since"]);
}

/** Whether `If-Range`, if present, names the answer of which the caller has another part. */
export function isRangeOfThis(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const condition = headers["if-range"];
  if (typeof condition !== "string") return true;
  if (condition.includes('"')) return condition.trim() === etag;
  return modifiedAt !== undefined && inSeconds(modifiedAt) === inSeconds(condition);
}

function lists(tags: string, etag: string, toComparable = (tag: string): string => tag): boolean {
  return tags.trim() === "*" || tags.split(",").some((tag) => toComparable(tag.trim()) === etag);
}

/** NaN, with which no comparison holds, if there is no date. */
function inSeconds(date: Date | string | undefined): number {
  return Math.floor(new Date(date ?? NaN).getTime() / 1_000);
}
