import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { routes } from "@colophon/api";
import { AppError, unavailable } from "@colophon/model/errors";
import { freeBuffersOf } from "@colophon/runtime";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { invalidPart, partProblem, readAlt } from "./parts.ts";
import { stage, type Staged } from "./stage.ts";

export interface Received {
  readonly file: Staged;
  readonly alt: string | null;
}

export interface ReceiveOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** A caller who sends nothing for this long is disconnected. */
  readonly idleMs?: number;
}

const LIMITS = { files: 5, parts: 6, headerPairs: 20, headerSize: 16_384 };
/** Every part is received as bytes: busboy's own decoding of text accepts invalid text. */
const isPartAFile = (): boolean => true;

/**
 * Streams an upload into the staging folder, in one pass over its bytes. After any failure, nothing is left there. @throws
 * UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR, SERVICE_UNAVAILABLE (no space).
 */
export async function receive(request: IncomingMessage, options: ReceiveOptions): Promise<Received> {
  const parser = parserFor(request, options.maxBytes);
  const failure = Promise.withResolvers<never>();
  const fail = (error: unknown): void => failure.reject(error);
  const files: Promise<Staged>[] = [];
  const alts: Promise<string>[] = [];
  const path = join(options.folder, randomUUID());
  const stopped = new AbortController();
  const watched = <T>(one: Promise<T>): Promise<T> => {
    one.catch(fail);
    return one;
  };

  parser.on("file", (field, stream, name: string | undefined, _encoding, claimedType) => {
    stream.on("error", fail);
    const problem = partProblem({ field, name, claimedType }, { files: files.length, alts: alts.length });
    if (problem) return refuse(stream, fail, field, problem);
    if (field === "alt") return void alts.push(watched(readAlt(stream)));
    files.push(watched(stage(stream, { path, name: name ?? "", claimedType, maxBytes: options.maxBytes, signal: stopped.signal })));
  });
  for (const event of ["partsLimit", "filesLimit"] as const) parser.on(event, () => fail(invalidPart("file", "Send exactly one file")));

  try {
    await Promise.race([feed(request, parser, options.idleMs ?? routes.upload.budgetMs), failure.promise]);
    const [file] = files;
    if (!file) throw invalidPart("file", "is required");
    return { file: await Promise.race([file, failure.promise]), alt: (await alts[0]) ?? null };
  } catch (error) {
    request.unpipe(parser);
    request.resume();
    parser.destroy();
    stopped.abort();
    await Promise.allSettled([...files, ...alts]);
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
    return new Busboy({ headers: { ...request.headers, "content-type": type }, isPartAFile, limits: { ...LIMITS, fileSize: maxBytes } });
  } catch (cause) {
    throw new AppError("VALIDATION_ERROR", "The multipart body has no boundary", { cause });
  }
}

/** Sends the body to the parser. It ends if the caller disconnects or stalls. */
function feed(request: IncomingMessage, parser: BusboyInstance, idleMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const idle = setTimeout(() => {
      if (request.isPaused()) {
        idle.refresh(); // it waits for the disk
        return;
      }
      reject(new AppError("VALIDATION_ERROR", "The body is incomplete"));
      request.destroy();
    }, idleMs);
    request.on("data", () => idle.refresh());
    freeBuffersOf(request);
    request.once("close", () => {
      clearTimeout(idle);
      if (!request.complete) reject(new AppError("VALIDATION_ERROR", "The body is incomplete"));
    });
    request.once("error", reject);
    parser.once("error", (cause: unknown) => reject(new AppError("VALIDATION_ERROR", "The multipart body is malformed", { cause })));
    parser.once("finish", () => resolve());
    request.pipe(parser);
  });
}

function refuse(stream: Readable, fail: (error: unknown) => void, field: string, message: string): void {
  stream.resume();
  fail(invalidPart(field.slice(0, 100), message));
}

/** Errors of the disk are the service's, all others are the body's. */
function toRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const isDisk = typeof error === "object" && error !== null && "syscall" in error;
  return isDisk ? unavailable(error) : new AppError("VALIDATION_ERROR", "The multipart body is malformed", { cause: error });
}
