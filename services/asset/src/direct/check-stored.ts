import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Writable, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { AppError, invalid, unavailable } from "@colophon/model/errors";
import type { Storage } from "@colophon/storage";
import { detectType, HEAD_BYTES } from "../media-types/detect-type.ts";
import { RASTER_TYPES } from "../media-types/media-types.ts";
import type { Staged } from "../upload/stage.ts";
import type { Ticket } from "./ticket.ts";

interface CheckOptions {
  readonly storage: Storage;
  /** The file, under a key that no caller can write to. */
  readonly stored: NonNullable<Staged["stored"]>;
  /** An image is copied to the staging folder, where it is decoded: it may be no larger than an ordinary upload. */
  readonly maxImageBytes: number;
}

/**
 * Reads the file once from the storage, in pieces.
 *
 * @throws VALIDATION_ERROR if it is not the announced one, PAYLOAD_TOO_LARGE
 */
export async function checkStored(ticket: Ticket, { storage, stored, maxImageBytes }: CheckOptions): Promise<Staged> {
  const { size, hash, name, claimedType } = ticket;
  const { key } = stored;
  const facts = await storage.stat(key);
  if (!facts) throw unavailable(new Error("the copied file is missing"));
  if (facts.size !== size) throw invalid([{ field: "size", message: `was announced as ${size} bytes, but ${facts.size} were received` }]);
  const start = await storage.read(key, { start: 0, end: Math.min(HEAD_BYTES, size) - 1 });
  const whole = start && (await storage.read(key));
  if (!start || !whole) throw unavailable(new Error("the copied file is missing"));
  const head = await buffer(start.body);
  const path = join(storage.stagingFolder, randomUUID());
  const isImage = RASTER_TYPES.has((await detectType(head, claimedType)).mimeType);
  if (isImage && size > maxImageBytes) {
    whole.body.destroy();
    throw new AppError("PAYLOAD_TOO_LARGE", `An image may have at most ${maxImageBytes} bytes`);
  }
  const found = await hashOf(whole.body, isImage ? path : null);
  if (found === hash) return { path, size, hash, head, name, claimedType, stored };
  await rm(path, { force: true });
  throw invalid([{ field: "sha256", message: "is not the hash of the bytes that were received" }]);
}

/** The SHA-256 of a stream, which is also written to a file if there is one. */
async function hashOf(body: Readable, path: string | null): Promise<string> {
  const digest = createHash("sha256");
  const pass = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      digest.update(chunk);
      yield chunk;
    }
  };
  const target =
    path === null ? new Writable({ write: (_chunk, _encoding, done) => done() }) : createWriteStream(path, { flags: "wx", mode: 0o600 });
  await pipeline(body, pass, target);
  return digest.digest("hex");
}
