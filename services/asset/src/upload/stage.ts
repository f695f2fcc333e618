import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { AppError } from "@colophon/model/errors";
import type { BusboyFileStream } from "@fastify/busboy";
import { invalidPart } from "./parts.ts";
import { HEAD_BYTES } from "../media-types/detect-type.ts";

/** A complete file in the staging folder. */
export interface Staged {
  readonly path: string;
  readonly size: number;
  /** SHA-256, as hex. */
  readonly hash: string;
  /** Its first 64 KB. */
  readonly head: Buffer;
  /** The name and type that the caller claims. */
  readonly name: string;
  readonly claimedType: string;
  /** If the storage already has it: the id of its future record, and the key. Then `path` may not exist. */
  readonly stored?: { readonly id: string; readonly key: string };
}

const FLUSH_BYTES = 64 * 1024 * 1024;

interface StageOptions {
  readonly path: string;
  readonly name: string;
  readonly claimedType: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Writes an upload's file to the staging folder while it is received. @throws PAYLOAD_TOO_LARGE, VALIDATION_ERROR if it is empty, and
 * errors of the disk.
 */
export async function stage(stream: BusboyFileStream, { path, name, claimedType, maxBytes, signal }: StageOptions): Promise<Staged> {
  const digest = createHash("sha256");
  const heads: Buffer[] = [];
  let size = 0;
  const handle = await open(path, "wx", 0o600);
  const taken = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unflushed = 0;
    for await (const chunk of chunks) {
      if (size < HEAD_BYTES) heads.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - size))); // a copy: the chunk is part of a larger buffer
      size += chunk.length;
      unflushed += chunk.length;
      digest.update(chunk);
      yield chunk;
      if (unflushed < FLUSH_BYTES) continue;
      unflushed = 0;
      await handle.datasync(); // the last flush, for which the caller waits, is then short for any size
    }
  };
  stream.once("limit", () => stream.destroy(new AppError("PAYLOAD_TOO_LARGE", `A file may have at most ${maxBytes} bytes`)));
  await pipeline(stream, taken, handle.createWriteStream(), { signal });
  if (stream.truncated) throw new AppError("PAYLOAD_TOO_LARGE", `A file may have at most ${maxBytes} bytes`);
  if (size === 0) throw invalidPart("file", "is empty");
  return { path, size, hash: digest.digest("hex"), head: Buffer.concat(heads), name, claimedType };
}
