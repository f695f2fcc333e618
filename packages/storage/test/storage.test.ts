import { mkdtempSync, rmSync } from "node:fs";
import { readdir, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { testS3, WITHOUT_S3 } from "../../../tests/support/servers/s3.ts";
import { createLocalStorage } from "../src/local.ts";
import type { Storage } from "../src/port.ts";
import { createS3Storage, type S3Options } from "../src/s3.ts";
import { byteDifference } from "../../../tests/support/media/byte-difference.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-storage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
async function staged(storage: Storage, bytes: Uint8Array | string): Promise<string> {
  const path = join(storage.stagingFolder, `staged-${files++}`);
  await writeFile(path, bytes);
  return path;
}

async function textAt(storage: Storage, key: string): Promise<string | null> {
  const stored = await storage.read(key);
  return stored && (await buffer(stored.body)).toString();
}

async function keysIn(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list("originals/")) keys.push(key);
  return keys;
}

/** Tests for every adapter. */
function storageContract(make: () => Storage): void {
  let storage: Storage;
  beforeAll(async () => {
    storage = make();
    await storage.open();
    await storage.open(); // a second process
  });
  afterAll(() => storage.close());

  test("an object is read, measured, listed, and missing after its removal", async () => {
    const file = await staged(storage, "some bytes");

    await storage.write("originals/ab/one", file);

    expect(await textAt(storage, "originals/ab/one")).toBe("some bytes");
    const facts = await storage.stat("originals/ab/one");
    expect(facts?.size).toBe(10);
    expect(Math.abs(Number(facts?.modifiedAt) - Date.now())).toBeLessThan(60_000);
    expect(await keysIn(storage)).toEqual(["originals/ab/one"]);
    expect(await readdir(storage.stagingFolder)).toEqual([]);
    await storage.remove("originals/ab/one");
    expect(await storage.stat("originals/ab/one")).toBeNull();
    expect(await keysIn(storage)).toEqual([]);
  });

  test("objects are listed in the order of their keys, also from the middle, with their sizes", async () => {
    const keys = ["aa/2", "aa/1", "ab/1", "b/3", "b/1", "b/2", "a/9"].map((name) => `listed/${name}`);
    for (const [at, key] of keys.entries()) await storage.write(key, await staged(storage, "x".repeat(at + 1)));
    const listed = async (after: string): Promise<[key: string, size: number][]> => {
      const found: [string, number][] = [];
      for await (const { key, size } of storage.listInOrder("listed/", after)) found.push([key, size]);
      return found;
    };
    const inOrder = keys.toSorted();

    const all = await listed("");
    const rest = await Promise.all(inOrder.map((key) => listed(key)));
    for (const key of keys) await storage.remove(key);

    expect(all).toEqual(inOrder.map((key) => [key, keys.indexOf(key) + 1]));
    expect(rest).toEqual(inOrder.map((_, at) => all.slice(at + 1)));
  });

  test("a missing object is null, and removing it is no error", async () => {
    expect(await storage.read("originals/ab/none")).toBeNull();
    expect(await storage.stat("originals/ab/none")).toBeNull();
    await expect(storage.remove("originals/ab/none")).resolves.toBeUndefined();
  });

  test("a part of an object is read by its first and last byte", async () => {
    await storage.write("originals/ab/two", await staged(storage, "0123456789"));

    const part = await storage.read("originals/ab/two", { start: 2, end: 4 });

    expect(part?.size).toBe(3);
    expect(String(await buffer(part!.body))).toBe("234");
  });

  test("an object of many parts is read unchanged", async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, "the quick brown fox ");

    await storage.write("originals/cd/large", await staged(storage, bytes));

    const stored = await storage.read("originals/cd/large");
    expect(stored?.size).toBe(bytes.length);
    expect(byteDifference(await buffer(stored!.body), bytes)).toBeNull();
  });

  test("a second write replaces the first", async () => {
    await storage.write("derivatives/x/y", await staged(storage, "old"));
    await storage.write("derivatives/x/y", await staged(storage, "newer"));

    expect(await textAt(storage, "derivatives/x/y")).toBe("newer");
  });

  test("a reader that started before the removal gets the whole object", async () => {
    const bytes = Buffer.alloc(1024 * 1024, "abc");
    await storage.write("originals/ef/gone", await staged(storage, bytes));

    const stored = await storage.read("originals/ef/gone");
    await storage.remove("originals/ef/gone");

    expect(byteDifference(await buffer(stored!.body), bytes)).toBeNull();
  });

  test("files that were never finished are removed when they are old", async () => {
    const old = await staged(storage, "left by a crash");
    await utimes(old, new Date(0), new Date(0));
    const fresh = await staged(storage, "under way");

    expect(await storage.removeUnfinished(new Date(Date.now() - 60_000))).toBe(1);

    expect((await readdir(storage.stagingFolder)).map((name) => join(storage.stagingFolder, name))).toEqual([fresh]);
    rmSync(fresh);
  });

  test.each(["", "one", "../../etc/passwd", "originals/../../x", "/etc/passwd", "originals/a\0b", "originals//x"])(
    "%j is not a key",
    async (key) => {
      await expect(async () => storage.read(key)).rejects.toThrow("not a storage key");
    },
  );
}

describe("on the local disk", () => {
  storageContract(() => createLocalStorage({ folder: join(folder, "local"), entriesAtOnce: 2 }));

  test("a symbolic link is never followed", async () => {
    const storage = createLocalStorage({ folder: join(folder, "linked") });
    await storage.open();
    await storage.write("originals/ab/real", await staged(storage, "x"));
    await symlink("/etc/passwd", join(folder, "linked/originals/ab/link"));

    expect(await storage.read("originals/ab/link")).toBeNull();
    expect(await keysIn(storage)).toEqual(["originals/ab/real"]);
  });

  test("when the disk refuses a write, the error is unavailable, and no partial object is left", async () => {
    const storage = createLocalStorage({ folder: join(folder, "full") });
    await storage.open();
    await writeFile(join(folder, "full/originals"), "a file where a folder belongs");

    await expect(storage.write("originals/ab/x", await staged(storage, "x"))).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });
});

const s3 = testS3();
const describeS3 = s3 ? describe : describe.skip; // a server is not available everywhere
describeS3(s3 ? "on S3" : `on S3 (${WITHOUT_S3})`, () => {
  if (s3) s3Tests({ ...s3, createBucket: true, stagingFolder: join(folder, "s3") });
  else test("the contract", () => undefined);
});

function s3Tests(options: S3Options): void {
  storageContract(() => createS3Storage(options));

  test("a missing bucket is created only if this is allowed", async () => {
    const storage = createS3Storage({ ...options, bucket: `${options.bucket}-none`, createBucket: false });
    await expect(storage.open()).rejects.toThrow("There is no bucket");
    storage.close();
  });

  test("a wrong secret is refused as unavailable", async () => {
    const storage = createS3Storage({ ...options, secretAccessKey: "wrong-secret" });
    await expect(storage.read("originals/ab/two")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    storage.close();
  });
}

describe("with an S3 server that fails", () => {
  const failing = async (listener: RequestListener, work: (storage: Storage, open: () => number) => Promise<void>, limitMs = 30_000) => {
    const server = createServer(listener).listen(0);
    const { port } = server.address() as AddressInfo;
    const storage = createS3Storage({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: "bucket",
      region: "us-east-1",
      accessKeyId: "key",
      secretAccessKey: "secret",
      createBucket: false,
      stagingFolder: join(folder, "failing"),
      limitMs,
    });
    let sockets = 0;
    server.on("connection", (socket) => {
      sockets++;
      socket.once("close", () => sockets--);
    });
    await work(storage, () => sockets).finally(() => {
      storage.close();
      server.closeAllConnections();
      server.close();
    });
  };

  test("a server that doesn't answer is unavailable, and its socket is closed", async () => {
    await failing(
      () => undefined,
      async (storage, open) => {
        await expect(storage.read("originals/ab/x")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
        await eventually(() => open() === 0);
      },
      300,
    );
  });

  test.each([500, 403, 503])("status %d is unavailable, and its socket is used again", async (status) => {
    await failing(
      (_request, response) => response.writeHead(status).end("<Error/>"),
      async (storage, open) => {
        for (let times = 0; times < 5; times++) {
          await expect(storage.read("originals/ab/x")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
        }
        expect(open()).toBeLessThanOrEqual(2); // the answer before may still occupy its socket
      },
    );
  });

  test("a truncated body is an error for the reader, not an end", async () => {
    const half: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-length": 100, etag: '"x"', "last-modified": new Date().toUTCString() });
      response.write("half");
      setTimeout(() => response.destroy(), 50);
    };
    await failing(half, async (storage) => {
      const stored = await storage.read("originals/ab/x");
      await expect(buffer(stored!.body)).rejects.toThrow("aborted");
    });
  });

  test("a reader that stops closes the socket", async () => {
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-length": 1e9 });
      const more = (): void => void (response.write(Buffer.alloc(65_536)) ? setImmediate(more) : response.once("drain", more));
      more();
    };
    await failing(endless, async (storage, open) => {
      const stored = await storage.read("originals/ab/x");
      stored?.body.destroy();
      await eventually(() => open() === 0);
    });
  });

  test("a stalled body ends with an error", async () => {
    const stalled: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("half");
    };
    await failing(
      stalled,
      async (storage) => {
        const stored = await storage.read("originals/ab/x");
        await expect(buffer(stored!.body)).rejects.toThrow("did not answer in time");
      },
      3_000,
    );
  });
});
