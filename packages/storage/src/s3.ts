import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "minio";
import { createS3Transport } from "./s3-transport.ts";
import { unavailable } from "@colophon/model/errors";
import { codeOf, nullOn } from "./failures.ts";
import { createDirectStorage } from "./s3-direct.ts";
import { checkKey, type ByteRange, type Storage, type Stored, type StoredKey } from "./port.ts";

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** AWS's own by default. */
  readonly endpoint?: string | undefined;
  /** The server's address for callers; `endpoint` by default. */
  readonly publicEndpoint?: string | undefined;
  /** Creates the bucket if it is missing. */
  readonly createBucket: boolean;
}
export interface S3Options extends S3Settings {
  /** The folder where files wait on this machine until they are sent. */
  readonly stagingFolder: string;
  /** How long a call may make no progress. */
  readonly limitMs?: number;
}

interface Unfinished {
  readonly key: string;
  readonly initiated?: Date;
}

const PART_BYTES = 8 * 1024 * 1024;
const LIMIT_MS = 10_000;
const MISSING = new Set(["NoSuchKey", "NotFound", "NoSuchUpload"]);

/** Stores objects in a bucket. Large ones are uploaded in parts of 8 MB; nothing is visible before the last part is stored. */
export function createS3Storage(options: S3Options): Storage {
  const { bucket, region, stagingFolder, limitMs = LIMIT_MS } = options;
  const endpoint = new URL(options.endpoint ?? `https://s3.${region}.amazonaws.com`);
  const isSecure = endpoint.protocol === "https:";
  const { transport, agent, close } = createS3Transport({ isSecure, limitMs });
  const client = new Client({
    endPoint: endpoint.hostname,
    ...(endpoint.port && { port: Number(endpoint.port) }),
    useSSL: isSecure,
    region,
    accessKey: options.accessKeyId,
    secretKey: options.secretAccessKey,
    partSize: PART_BYTES,
    transport,
    transportAgent: agent,
    retryOptions: { disableRetry: true },
  });

  return {
    direct: createDirectStorage(client, options),
    place: `the bucket ${bucket} at ${endpoint.origin}`,
    stagingFolder,

    async open() {
      await mkdir(stagingFolder, { recursive: true, mode: 0o700 });
      if (await client.bucketExists(bucket).catch(rethrow)) return;
      if (!options.createBucket) throw new Error(`There is no bucket ${bucket}. Make it, or set S3_CREATE_BUCKET=true.`);
      await client.makeBucket(bucket, region).catch(ignoreOwned);
    },

    read: (key, range) => nullOn(MISSING, readObject(client, bucket, checkKey(key), range)),

    async write(key, file) {
      const { size } = await stat(file).catch(rethrow);
      const body = createReadStream(file, { highWaterMark: 256 * 1024 });
      try {
        await client.putObject(bucket, checkKey(key), body, size, { "Content-Type": "application/octet-stream" });
        await rm(file, { force: true });
      } catch (error) {
        client.removeIncompleteUpload(bucket, key).catch(() => undefined); // otherwise the sweep does it
        throw unavailable(error);
      } finally {
        body.destroy();
      }
    },

    async stat(key) {
      const found = await nullOn(MISSING, client.statObject(bucket, checkKey(key)));
      return found && { size: found.size, modifiedAt: found.lastModified };
    },

    async remove(key) {
      await nullOn(MISSING, client.removeObject(bucket, checkKey(key)));
    },

    list: (prefix) => listObjects(client, bucket, { prefix, after: "" }),

    listInOrder: (prefix, after) => listObjects(client, bucket, { prefix, after }),

    async removeUnfinished(before) {
      let removed = 0;
      for await (const { key, initiated } of client.listIncompleteUploads(bucket, "", true) as AsyncIterable<Unfinished>) {
        const isOurs = /^(?:originals|derivatives)\//.test(key);
        if (!isOurs || !initiated || initiated >= before) continue;
        await nullOn(MISSING, client.removeIncompleteUpload(bucket, key));
        removed++;
      }
      return removed + (await removeStaged(stagingFolder, before));
    },

    close,
  };
}

async function readObject(client: Client, bucket: string, key: string, range: ByteRange | undefined): Promise<Stored> {
  const body = range
    ? await client.getPartialObject(bucket, key, range.start, range.end - range.start + 1)
    : await client.getObject(bucket, key);
  const headers: Readonly<Record<string, unknown>> = "headers" in body ? Object(body.headers) : {};
  return { body, size: Number(headers["content-length"]) };
}

interface Listed {
  readonly name?: string;
  readonly size?: number;
  readonly lastModified?: Date;
}

async function* listObjects(
  client: Client,
  bucket: string,
  { prefix, after }: { readonly prefix: string; readonly after: string },
): AsyncGenerator<StoredKey> {
  const found = client.listObjectsV2(bucket, prefix, true, after) as AsyncIterable<Listed>;
  try {
    for await (const { name, size = 0, lastModified } of found)
      if (name && lastModified) yield { key: name, size, modifiedAt: lastModified };
  } catch (error) {
    throw unavailable(error);
  }
}

async function removeStaged(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const facts = await stat(join(folder, name)).catch(() => null);
    if (!facts || facts.mtime >= before) continue;
    await rm(join(folder, name), { force: true });
    removed++;
  }
  return removed;
}

function rethrow(error: unknown): never {
  throw unavailable(error);
}

/** Two processes that start at once may both create the bucket. */
function ignoreOwned(error: unknown): void {
  if (codeOf(error) !== "BucketAlreadyOwnedByYou" && codeOf(error) !== "BucketAlreadyExists") throw unavailable(error);
}
