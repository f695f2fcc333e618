import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError, invalid } from "@colophon/errors";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { unavailable } from "./storage/port.ts";

/** A file that was received whole and lies in the staging folder. */
export interface Staged {
  readonly path: string;
  readonly size: number;
  /** SHA-256, as hex. */
  readonly hash: string;
  /** Its first 64 KB. */
  readonly head: Buffer;
  /** What the caller calls it, and says it is. */
  readonly name: string;
  readonly claimedType: string;
}

export interface Received {
  readonly file: Staged;
  readonly alt: string | null;
}

export interface ReceiveOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** A caller who sends nothing for this long is cut off. */
  readonly idleMs?: number;
}

const HEAD_BYTES = 64 * 1024;
const MAX_ALT = 1_000;
const MAX_NAME = 4_096;
const LIMITS = { fieldNameSize: 100, fieldSize: MAX_ALT * 4, fields: 4, files: 2, parts: 6, headerPairs: 20, headerSize: 16_384 };

/**
 * Streams an upload into the staging folder, in one pass over its bytes. Whatever goes wrong, nothing is left there.
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR, SERVICE_UNAVAILABLE (no room).
 */
export async function receive(request: IncomingMessage, options: ReceiveOptions): Promise<Received> {
  const parser = parserFor(request, options.maxBytes);
  const failure = Promise.withResolvers<never>();
  const fail = (error: unknown): void => failure.reject(error);
  const staged: Promise<Staged>[] = [];
  const path = join(options.folder, randomUUID());
  const stopped = new AbortController();
  let alt: string | null = null;

  parser.on("file", (field, stream, name, _encoding, claimedType) => {
    stream.on("error", fail);
    if (field !== "file") return refuse(stream, fail, field, "is not a part of an upload");
    if (staged.length > 0) return refuse(stream, fail, field, "Send exactly one file");
    if ((name ?? "").length > MAX_NAME) return refuse(stream, fail, field, "has a name that is too long");
    const one = stage(stream, { path, name: name ?? "", claimedType, maxBytes: options.maxBytes, signal: stopped.signal });
    one.catch(fail);
    staged.push(one);
  });
  parser.on("field", (field, value, nameTruncated, truncated) => {
    if (field !== "alt" || nameTruncated)
      return fail(wrong(field.slice(0, 100), field === "file" ? "must be a file" : "is not a part of an upload"));
    if (alt !== null) return fail(wrong("alt", "was sent twice"));
    const problem = truncated ? TOO_LONG : problemOfAlt(value);
    if (problem) return fail(wrong("alt", problem));
    alt = value;
  });
  for (const event of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
    parser.on(event, () => fail(wrong("file", "Send exactly one file")));

  try {
    await Promise.race([feed(request, parser, options.idleMs ?? 30_000), failure.promise]);
    const [one] = staged;
    if (!one) throw wrong("file", "is required");
    return { file: await Promise.race([one, failure.promise]), alt };
  } catch (error) {
    request.unpipe(parser);
    request.resume();
    parser.destroy();
    stopped.abort();
    await Promise.allSettled(staged);
    await rm(path, { force: true });
    throw toRefusal(error);
  } finally {
    failure.promise.catch(() => undefined);
  }
}

function parserFor(request: IncomingMessage, maxBytes: number): BusboyInstance {
  const type = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type)) throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send multipart/form-data");
  try {
    return new Busboy({ headers: { ...request.headers, "content-type": type }, limits: { ...LIMITS, fileSize: maxBytes } });
  } catch (cause) {
    throw new AppError("VALIDATION_ERROR", "The multipart body has no boundary", { cause });
  }
}

/** Gives the body to the parser. A caller who leaves or falls asleep ends it. */
function feed(request: IncomingMessage, parser: BusboyInstance, idleMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const idle = setTimeout(() => {
      reject(new AppError("VALIDATION_ERROR", "The body stopped coming"));
      request.destroy();
    }, idleMs);
    request.on("data", () => idle.refresh());
    request.once("close", () => {
      clearTimeout(idle);
      if (!request.complete) reject(new AppError("VALIDATION_ERROR", "The body broke off"));
    });
    request.once("error", reject);
    parser.once("error", (cause: unknown) => reject(new AppError("VALIDATION_ERROR", "The multipart body is malformed", { cause })));
    parser.once("finish", () => resolve());
    request.pipe(parser);
  });
}

interface StageOptions {
  readonly path: string;
  readonly name: string;
  readonly claimedType: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

async function stage(stream: BusboyFileStream, { path, name, claimedType, maxBytes, signal }: StageOptions): Promise<Staged> {
  const digest = createHash("sha256");
  const heads: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size < HEAD_BYTES) heads.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - size))); // a copy: the chunk is part of a larger one
    size += chunk.length;
    digest.update(chunk);
  });
  stream.once("limit", () => stream.destroy(new AppError("PAYLOAD_TOO_LARGE", `A file may have at most ${maxBytes} bytes`)));
  await pipeline(stream, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
  if (stream.truncated) throw new AppError("PAYLOAD_TOO_LARGE", `A file may have at most ${maxBytes} bytes`);
  if (size === 0) throw wrong("file", "is empty");
  return { path, size, hash: digest.digest("hex"), head: Buffer.concat(heads), name, claimedType };
}

const TOO_LONG = `must be at most ${MAX_ALT} characters long`;

function problemOfAlt(value: string): string | null {
  if (value.includes("\0") || !value.isWellFormed()) return "holds characters that can't be stored";
  return value.length > MAX_ALT && [...value].length > MAX_ALT ? TOO_LONG : null;
}

function refuse(stream: Readable, fail: (error: unknown) => void, field: string, message: string): void {
  stream.resume();
  fail(wrong(field.slice(0, 100), message));
}

function wrong(field: string, message: string): AppError {
  return invalid([{ field, message }]);
}

/** Errors of the disk are ours, all others are the body's. */
function toRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const isDisk = typeof error === "object" && error !== null && "syscall" in error;
  return isDisk ? unavailable(error) : new AppError("VALIDATION_ERROR", "The multipart body is malformed", { cause: error });
}
