import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createByteClient, type ByteClient } from "../support/http/byte-client.ts";
import type { Json } from "../support/http/client.ts";
import { png, type FileFacts } from "../support/media/files.ts";
import { byteDifference } from "../support/media/byte-difference.ts";
import { freePort } from "../support/servers/free-port.ts";
import { startTestStack, type TestStack } from "../support/stack/stack.ts";
import { createKeptAnswers } from "./kept-answers.ts";

const port = await freePort();
const { found, untilKept } = createKeptAnswers(port);
const folder = mkdtempSync(join(tmpdir(), "colophon-cached-files-"));
/** Of one answer, or of a count. */
const OF_ONE: ReadonlySet<string> = new Set(["date", "x-request-id", "ratelimit-remaining", "ratelimit-reset"]);
let stack: TestStack;
let editor: ByteClient;
let visitor: ByteClient;
beforeAll(async () => {
  const variables = { CMS_DATA_DIR: folder, OPS_PORT: String(port), ANSWER_CACHE_BYTES: "67108864" };
  stack = await startTestStack({ configFile: join(import.meta.dirname, "media.config.ts"), variables });
  visitor = createByteClient(stack.url);
  editor = await callerAs("editor");
});
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function callerAs(role: string): Promise<ByteClient> {
  const made = await stack.admin.post("/api/_api-keys", { name: role, role });
  return createByteClient(stack.url, { authorization: `Bearer ${made.data.key}` });
}

async function uploaded(bytes: Uint8Array, given: FileFacts = {}): Promise<Json> {
  const answer = await editor.upload(bytes, given);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.bytes.toString()}`);
  return answer.data;
}

const read =
  (caller: ByteClient, path: string, headers: Record<string, string> = {}) =>
  () =>
    caller.call("GET", path, { headers });
const comparable = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !OF_ONE.has(name)));

test("an original and its sizes are the same from the cache, with the same headers", async () => {
  const bytes = png(60, 50, "same");
  const { url } = await uploaded(bytes);
  for (const path of [url, `${url}?w=20&h=20`, `${url}?w=64&h=64&format=webp`])
    for (const caller of [visitor, editor]) {
      const first = await read(caller, path)();
      const kept = await untilKept(read(caller, path));

      expect({ path, status: kept.status, headers: comparable(kept.headers) }).toEqual({
        path,
        status: 200,
        headers: comparable(first.headers),
      });
      expect([...kept.headers.keys()].filter((name) => name.startsWith("x-cms-"))).toEqual([]);
      expect(byteDifference(kept.bytes, first.bytes)).toBeNull();
    }
  const head = await visitor.call("HEAD", url);
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
});

test("a deleted file is gone at once, and may be uploaded again", async () => {
  const bytes = png(30, 30, "deleted");
  const made = await uploaded(bytes);
  const paths = [made.url, `${made.url}?w=10`];
  for (const path of paths) await untilKept(read(visitor, path));

  await editor.call("DELETE", `/api/_image/${made.id}`);
  for (const path of paths) expect((await read(visitor, path)()).status).toBe(404);
  const again = await uploaded(bytes);

  expect((await read(visitor, again.url)()).status).toBe(200);
});

test("another focal point gives another picture at once", async () => {
  const made = await uploaded(png(80, 20, "focus"));
  const path = `${made.url}?w=10&h=10`;
  const before = await untilKept(read(visitor, path));

  await editor.call("PUT", `/api/_image/${made.id}`, { json: { focalX: 0.9, focalY: 0.5 } });
  const after = await read(visitor, path)();

  expect(after.status).toBe(200);
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
});

test("a file that becomes private is private at once, and those who may read it don't show it to others", async () => {
  const made = await uploaded(png(25, 35, "private"));
  const [dropper, other] = [await callerAs("dropper"), await callerAs("reader")];
  expect((await untilKept(read(visitor, made.url))).headers.get("cache-control")).toMatch(/^public,/);
  expect((await untilKept(read(editor, made.url))).headers.get("cache-control")).toMatch(/^public,/);

  await editor.call("PUT", `/api/_image/${made.id}`, { json: { alt: "secret" } });
  expect((await read(visitor, made.url)()).status).toBe(404);
  expect((await untilKept(read(editor, made.url))).headers.get("cache-control")).toMatch(/^private,/);

  expect((await read(visitor, made.url)()).status).toBe(404);
  for (const caller of [dropper, other]) expect((await read(caller, made.url)()).status).toBe(403);
  await editor.call("PUT", `/api/_image/${made.id}`, { json: { alt: "open" } });
  expect((await read(visitor, made.url)()).status).toBe(200);
});

test("an upload makes the kept files of its kind new, and no others", async () => {
  const [image, text] = [await uploaded(png(15, 15, "kind")), await uploaded(Buffer.from("some text"), { name: "a.txt" })];
  await untilKept(read(editor, image.url));
  await uploaded(Buffer.from("other text"), { name: "b.txt" });
  await untilKept(read(editor, text.url));
  const before = await found();

  await uploaded(png(16, 16, "kind"));
  await read(editor, image.url)();

  expect((await found()).hit).toBe(before.hit);
});

test("parts and large files come from their service", async () => {
  const large = randomBytes(128 * 1024 + 1);
  const [image, file] = [await uploaded(png(45, 45, "part")), await uploaded(large, { name: "large.bin" })];
  const whole = await untilKept(read(visitor, image.url));
  const before = await found();

  const part = await read(visitor, image.url, { range: "bytes=2-5" })();
  for (const answer of [await read(editor, file.url)(), await read(editor, file.url)()])
    expect(byteDifference(answer.bytes, large)).toBeNull();

  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 2-5/${whole.bytes.length}`]);
  expect(byteDifference(part.bytes, whole.bytes.subarray(2, 6))).toBeNull();
  expect((await found()).hit).toBe(before.hit);
});
