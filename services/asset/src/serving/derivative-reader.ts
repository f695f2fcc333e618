import { buffer } from "node:stream/consumers";
import { unavailable } from "@colophon/model/errors";
import type { ByteRange, Storage, Stored } from "@colophon/storage";
import { LRUCache } from "lru-cache";

const MAX_BYTES = 32 * 1024 * 1024;
/** An entry without its key and its bytes. */
const ENTRY_BYTES = 300;
/** Larger ones are streamed. */
const MAX_FILE_BYTES = 64 * 1024;

export type DerivativeReader = ReturnType<typeof createDerivativeReader>;

/** Reads derivatives by their keys. Small ones that were served recently stay in memory: the bytes of a key are always the same. */
export function createDerivativeReader({ storage }: { readonly storage: Pick<Storage, "read" | "stat"> }) {
  const known = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (bytes, key) => ENTRY_BYTES + key.length + bytes.length,
  });

  return {
    /** Its length; null if it does not exist. */
    async sizeOf(key: string): Promise<number | null> {
      return known.get(key)?.length ?? (await storage.stat(key))?.size ?? null;
    },

    /** A small one as a whole, others as a stream; null if it does not exist. */
    async read(key: string, range?: ByteRange): Promise<Buffer | Stored | null> {
      const bytes = known.get(key);
      if (bytes) return range ? bytes.subarray(range.start, range.end + 1) : bytes;
      const stored = await storage.read(key, range);
      if (!stored || range || stored.size > MAX_FILE_BYTES) return stored;
      const read = await complete(stored);
      known.set(key, read);
      return read;
    },
  };
}

/** @throws SERVICE_UNAVAILABLE if it can't be read to its end */
async function complete({ body, size }: Stored): Promise<Buffer> {
  const bytes = await buffer(body).catch((error: unknown) => {
    throw unavailable(error);
  });
  if (bytes.length !== size) throw unavailable(new Error(`the storage gave ${bytes.length} bytes of ${size}`));
  return bytes;
}
