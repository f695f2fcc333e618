import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import type { ByteRange, Stored } from "@colophon/storage";
import { createDerivativeReader } from "../src/serving/derivative-reader.ts";

/** A reader over files in memory; `calls` has the calls of the storage. */
function createControlled(files: Readonly<Record<string, Buffer>>, { sizeOf = (bytes: Buffer) => bytes.length } = {}) {
  const calls: string[] = [];
  const reader = createDerivativeReader({
    storage: {
      async read(key, range) {
        calls.push(`read ${key}`);
        const bytes = files[key];
        const part = bytes && (range ? bytes.subarray(range.start, range.end + 1) : bytes);
        return part ? { body: Readable.from([part]), size: sizeOf(part) } : null;
      },
      async stat(key) {
        calls.push(`stat ${key}`);
        const bytes = files[key];
        return bytes ? { size: bytes.length, modifiedAt: new Date(0) } : null;
      },
    },
  });
  const read = async (key: string, range?: ByteRange) => bytesOf(await reader.read(key, range));
  return { calls, reader, read };
}

async function bytesOf(read: Buffer | Stored | null): Promise<Buffer | null> {
  return read && (Buffer.isBuffer(read) ? read : buffer(read.body));
}

test("a small file is read from the storage once, also for its length and its parts", async () => {
  const { calls, reader, read } = createControlled({ a: Buffer.from("0123456789") });

  const answers = [await read("a"), await read("a"), await read("a", { start: 2, end: 4 })].map(String);

  expect([...answers, await reader.sizeOf("a")]).toEqual(["0123456789", "0123456789", "234", 10]);
  expect(calls).toEqual(["read a"]);
});

test("a part, a large file and a missing one are not kept", async () => {
  const large = Buffer.alloc(64 * 1024 + 1, "x");
  const { calls, reader, read } = createControlled({ a: Buffer.from("0123456789"), large });

  const part = await read("a", { start: 0, end: 0 });
  const lengths = [await read("large"), await read("large")].map((bytes) => bytes?.length);

  expect([String(part), lengths, await read("none"), await reader.sizeOf("none")]).toEqual(["0", [65_537, 65_537], null, null]);
  expect(calls).toEqual(["read a", "read large", "read large", "read none", "stat none"]);
});

test("a file whose bytes end too early is unavailable, and is read again for the next caller", async () => {
  let missing = 1;
  const { read } = createControlled({ a: Buffer.from("0123456789") }, { sizeOf: (bytes) => bytes.length + missing });

  await expect(read("a")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  missing = 0;

  expect(String(await read("a"))).toBe("0123456789");
});
