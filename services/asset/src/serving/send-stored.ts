import { pipeline } from "node:stream/promises";
import { AppError, toErrorBody } from "@colophon/model/errors";
import { isNotModified, isPreconditionFailed, isRangeOfThis, type Request, type Response } from "@colophon/runtime";
import type { ByteRange, Stored } from "@colophon/storage";

/** Stored bytes that never change, with their headers. */
export interface StoredAnswer {
  /** Strong: the same tag, the same bytes. */
  readonly etag: string;
  readonly modifiedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** Additional headers of an answer with all bytes. */
  readonly wholeHeaders?: (length: number) => Readonly<Record<string, string>>;
  /** The whole length that ranges refer to, if it is known without a request to the storage. */
  readonly size?: number;
  /** The length in the storage; null if the bytes do not exist. */
  readonly sizeOf: () => Promise<number | null>;
  readonly read: (range?: ByteRange) => Promise<Stored | Buffer | null>;
}

/**
 * Answers with stored bytes: 200, 206, 304 or 416, and without a body for HEAD. If they aren't in memory, they are streamed from the
 * storage to the caller, at the caller's speed; a caller who disconnects ends the reading. @throws NOT_FOUND if the bytes do not exist, PRECONDITION_FAILED if the caller
 * requires others
 */
export async function sendStored(request: Request, response: Response, answer: StoredAnswer): Promise<void> {
  const headers = {
    ...answer.headers,
    etag: answer.etag,
    "last-modified": answer.modifiedAt.toUTCString(),
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
  };
  if (isPreconditionFailed(request.headers, answer)) throw new AppError("PRECONDITION_FAILED", "The file doesn't match the condition");
  if (isNotModified(request.headers, answer)) return void response.writeHead(304, headers).end();

  const isHead = request.method === "HEAD";
  const wantsRange = request.headers.range !== undefined && !isHead && isRangeOfThis(request.headers, answer);
  const size = (isHead ? undefined : answer.size) ?? (wantsRange || isHead ? await answer.sizeOf() : undefined);
  if (size === null) throw new AppError("NOT_FOUND");
  if (isHead) return void response.writeHead(200, { ...headers, "content-length": size }).end();

  const range = wantsRange && size !== undefined ? parseRange(request.headers.range, size) : null;
  if (range === "unsatisfiable") return sendUnsatisfiable(response, size ?? 0);
  const stored = await answer.read(range ?? undefined);
  if (!stored) throw new AppError("NOT_FOUND");
  const length = Buffer.isBuffer(stored) ? stored.length : stored.size;
  const own = range ? { "content-range": `bytes ${range.start}-${range.end}/${size}` } : answer.wholeHeaders?.(length);
  response.writeHead(range ? 206 : 200, { ...headers, ...own, "content-length": length });
  if (Buffer.isBuffer(stored)) return void response.end(stored);
  await pipeline(stored.body, response).catch(() => response.destroy()); // a partial answer must not look complete
}

function sendUnsatisfiable(response: Response, size: number): void {
  const body = JSON.stringify(toErrorBody(new AppError("VALIDATION_ERROR", "The range is beyond the end of the file")));
  response.writeHead(416, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "content-range": `bytes */${size}`,
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
  });
  response.end(body);
}

/**
 * The one range of a `Range` header. Null if everything is to be sent: no header, another unit, several ranges, invalid syntax.
 * `unsatisfiable` if it is beyond the end.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const found = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "");
  if (!found) return null;
  const [, first = "", last = ""] = found;
  if (first === "" && last === "") return null;
  if (first === "") return suffix(Number(last), size);
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

function suffix(length: number, size: number): ByteRange | "unsatisfiable" {
  return length === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - length), end: size - 1 };
}
