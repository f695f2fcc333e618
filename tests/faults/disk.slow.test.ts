import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { createByteClient, type ByteClient } from "../support/http/byte-client.ts";
import { png } from "../support/media/files.ts";
import { HAS_SMALL_DISK, mountSmallDisk, WITHOUT_SMALL_DISK, type SmallDisk } from "../support/machine/small-disk.ts";
import { startTestStack, type TestStack } from "../support/stack/stack.ts";

const MB = 1_000_000;
/** The free space, and an upload that does not fit. It isn't much larger: a caller who still sends after the refusal may not read it. */
const [ROOM, TOO_LARGE] = [4 * MB, 5 * MB];

(HAS_SMALL_DISK ? describe : describe.skip)(`a storage without room${HAS_SMALL_DISK ? "" : ` (${WITHOUT_SMALL_DISK})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "colophon-full-"));
  let disk: SmallDisk;
  let stack: TestStack;
  let editor: ByteClient;
  beforeAll(async () => {
    disk = mountSmallDisk(join(folder, "media"), 24 * MB);
    const configFile = join(import.meta.dirname, "../e2e/media.config.ts");
    stack = await startTestStack({ configFile, variables: { CMS_DATA_DIR: folder } });
    const { data } = await stack.admin.post("/api/_api-keys", { name: "editor", role: "editor" });
    editor = createByteClient(stack.url, { authorization: `Bearer ${data.key}` }, { retries503: false });
  });
  afterAll(async () => {
    await stack?.stop();
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  });

  const countOf = async (entity: string): Promise<number> => (await stack.admin.get(`/api/${entity}?limit=0`)).body.meta.total;
  const staged = () => readdirSync(join(disk.folder, "tmp"));
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk.folder);
    return bavail * bsize;
  };
  /** Fills the disk except for this number of bytes. @returns a function that frees the space again */
  const leaveOnly = (bytes: number): (() => void) => {
    const ballast = join(disk.folder, "ballast");
    writeFileSync(ballast, Buffer.alloc(freeBytes() - bytes));
    return () => rmSync(ballast);
  };

  test("refuses an upload that does not fit, stores nothing of it, continues to serve, and accepts one that fits", async () => {
    const small = randomBytes(2 * MB);
    const kept = (await editor.upload(small, { name: "kept.bin" })).data;
    const makeRoom = leaveOnly(ROOM);
    const before = await countOf("_file");
    const free = freeBytes();

    const refused = await Promise.all([1, 2].map(() => editor.upload(randomBytes(TOO_LARGE), { name: "large.bin" })));
    const read = await editor.call("GET", kept.url);
    const taken = await editor.upload(randomBytes(3 * MB), { name: "fits.bin" });
    const used = free - freeBytes();
    makeRoom();

    expect(refused.map(({ status, error, headers }) => [status, error?.code, Number(headers.get("retry-after")) > 0])).toEqual([
      [503, "SERVICE_UNAVAILABLE", true],
      [503, "SERVICE_UNAVAILABLE", true],
    ]);
    expect([read.status, read.bytes.equals(small)]).toEqual([200, true]);
    expect(taken.status).toBe(201);
    expect(await countOf("_file")).toBe(before + 1);
    expect(staged()).toEqual([]);
    expect(used).toBeLessThan(3.1 * MB);
  });

  test("serves while an upload fails because it is full, and no read fails", async () => {
    const kept = (await editor.upload(randomBytes(MB), { name: "read.bin" })).data;
    const makeRoom = leaveOnly(ROOM);
    const statuses: number[] = [];
    const over = new AbortController();
    const reading = (async () => {
      while (!over.signal.aborted) statuses.push((await editor.call("GET", kept.url)).status);
    })();

    for (let round = 0; round < 3 || statuses.length <= 3; round++) expect((await editor.upload(randomBytes(TOO_LARGE))).status).toBe(503);
    over.abort();
    await reading;
    makeRoom();

    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("refuses a derivative that does not fit, and creates it when there is space", async () => {
    const { url } = (await editor.upload(png(1_500, 1_500, "derived"), { name: "a.png" })).data;
    await eventually(() => staged().length === 0);
    const makeRoom = leaveOnly(0);

    const refused = await editor.call("GET", `${url}?w=700&format=png`);
    const original = await editor.call("GET", url);
    makeRoom();
    const made = await eventually(() => editor.call("GET", `${url}?w=700&format=png`), { accepts: ({ status }) => status !== 503 });

    expect([refused.status, refused.error?.code, Number(refused.headers.get("retry-after")) > 0]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      true,
    ]);
    expect([original.status, made.status, made.headers.get("content-type")]).toEqual([200, 200, "image/png"]);
    await eventually(() => staged().length === 0);
  });

  test("does not damage an intact image", async () => {
    const makeRoom = leaveOnly(0);

    const refused = await editor.upload(png(300, 300, "unsound"), { name: "a.png" });
    makeRoom();

    expect(refused.status).toBe(503);
    expect((await editor.upload(png(300, 300, "unsound"), { name: "a.png" })).status).toBe(201);
  });
});
