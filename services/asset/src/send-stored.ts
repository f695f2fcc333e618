import { pipeline } from "node:stream/promises";
import { AppError, toErrorBody } from "@colophon/errors";
import type { Request, Response } from "express";
import { parseRange } from "./ranges.ts";
import type { ByteRange, Stored } from "@colophon/storage";

/** Stored bytes that never change, and what is said about them. */
export interface StoredAnswer {
  /** Strong: the same tag, the same bytes. */
  readonly etag: string;
  readonly modifiedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole length, where it is known without asking the storage. */
  readonly size?: number;
  /** The whole length, else. Null when the bytes are gone. */
  readonly sizeOf: () => Promise<number | null>;
  readonly read: (range?: ByteRange) => Promise<Stored | null>;
}

/**
 * Answers with stored bytes: 200, 206, 304 or 416, and without a body for HEAD. They stream from the storage to the
 * caller, at the caller's pace; a caller who leaves ends the reading.
 * @throws NOT_FOUND when the bytes are gone, PRECONDITION_FAILED when the caller insists on others
 */
export async function sendStored(request: Request, response: Response, answer: StoredAnswer): Promise<void> {
  const headers = {
    ...answer.headers,
    etag: answer.etag,
    "last-modified": answer.modifiedAt.toUTCString(),
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
  };
  if (isAnother(request, answer)) throw new AppError("PRECONDITION_FAILED", "These are not the bytes that the condition names");
  if (isFresh(request, answer)) return void response.writeHead(304, headers).end();

  const isHead = request.method === "HEAD";
  const wantsRange = request.headers.range !== undefined && !isHead && rangeApplies(request, answer);
  const size = answer.size ?? (wantsRange || isHead ? await answer.sizeOf() : undefined);
  if (size === null) throw new AppError("NOT_FOUND");
  if (isHead) return void response.writeHead(200, { ...headers, "content-length": size }).end();

  const range = wantsRange && size !== undefined ? parseRange(request.headers.range, size) : null;
  if (range === "unsatisfiable") return sendUnsatisfiable(response, size ?? 0);
  const stored = await answer.read(range ?? undefined);
  if (!stored) throw new AppError("NOT_FOUND");
  const partial = range && { "content-range": `bytes ${range.start}-${range.end}/${size}` };
  response.writeHead(range ? 206 : 200, { ...headers, ...partial, "content-length": stored.size });
  await pipeline(stored.body, response).catch(() => response.destroy()); // half an answer must not look like a whole one
}

function sendUnsatisfiable(response: Response, size: number): void {
  const body = JSON.stringify(toErrorBody(new AppError("VALIDATION_ERROR", "The range lies beyond the end")));
  response.writeHead(416, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "content-range": `bytes */${size}`,
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
  });
  response.end(body);
}

/** Whether `If-Match` (compared strongly) or `If-Unmodified-Since` insists on other bytes. */
function isAnother({ headers }: Request, { etag, modifiedAt }: StoredAnswer): boolean {
  const tags = headers["if-match"];
  if (tags !== undefined) return tags.trim() !== "*" && !tags.split(",").some((tag) => tag.trim() === etag);
  const since = Date.parse(headers["if-unmodified-since"] ?? "");
  return Number.isFinite(since) && inSeconds(modifiedAt) > inSeconds(new Date(since));
}

/** RFC 9110 §13.2.2: a tag wins over a date. */
function isFresh({ headers }: Request, { etag, modifiedAt }: StoredAnswer): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return Number.isFinite(since) && inSeconds(modifiedAt) <= inSeconds(new Date(since));
}

/** `If-Range` says which bytes the caller has the other part of. */
function rangeApplies({ headers }: Request, { etag, modifiedAt }: StoredAnswer): boolean {
  const condition = headers["if-range"];
  if (typeof condition !== "string") return true;
  return condition.includes('"') ? condition.trim() === etag : inSeconds(new Date(Date.parse(condition))) === inSeconds(modifiedAt);
}

function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
