/** `storage.publicUrl`: what a CDN that fetches from the site sees. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { join } from "node:path";
import { createByteClient, type ByteClient } from "../support/http/byte-client.ts";
import type { Json } from "../support/http/client.ts";
import { png } from "../support/media/files.ts";
import { startTestStack, type TestStack } from "../support/stack/stack.ts";

let stack: TestStack;
let editor: ByteClient;
let visitor: ByteClient;
let shown: Json;
let internal: Json;
beforeAll(async () => {
  stack = await startTestStack({ configFile: join(import.meta.dirname, "public-urls.config.ts") });
  const { key } = (await stack.admin.post("/api/_api-keys", { name: "editor", role: "editor" })).data;
  editor = createByteClient(stack.url, { authorization: `Bearer ${key}` });
  visitor = createByteClient(stack.url);
  shown = (await editor.upload(png(3, 2, "map"), { alt: "A map" })).data;
  internal = (await editor.upload(png(4, 2, "plan"), { alt: "internal" })).data;
  for (const { id } of [shown, internal]) await stack.admin.post("/api/page", { cover: id });
});
afterAll(() => stack?.stop());

const WEEK_SECONDS = 7 * 24 * 3600;
const PLAIN = /^https:\/\/cdn\.example\.com\/api\/assets\/[\w-]+\.png$/;
const SIGNED = /^https:\/\/cdn\.example\.com\/api\/assets\/signed\/\d+\.[0-9a-f]{32}\/[\w-]+\.png$/;
const pathOf = (url: string) => new URL(url).pathname;

test("records, lists and related records contain URLs of the CDN, signed where the public role can't read the file", async () => {
  const [list, pages] = [await editor.call("GET", "/api/_image?sort=width"), await editor.call("GET", "/api/page?resolve[cover]=url")];
  const seen = await visitor.call("GET", "/api/_image");

  expect(list.data.map(({ url }: Json) => url)).toEqual([shown["url"], internal["url"]]);
  expect(shown["url"]).toMatch(PLAIN);
  expect(internal["url"]).toMatch(SIGNED);
  expect(pages.data.map(({ cover }: Json) => cover.url).toSorted()).toEqual([shown["url"], internal["url"]].toSorted());
  expect(seen.data.map(({ url }: Json) => url)).toEqual([shown["url"]]);
});

test("a CDN gets files without credentials, and may keep them as long as they may be read", async () => {
  const [open, signed, small, plain, forged] = await Promise.all(
    [
      pathOf(shown["url"]),
      pathOf(internal["url"]),
      `${pathOf(internal["url"])}?w=2&format=webp`,
      `/api/assets/${internal["filename"]}`,
      pathOf(internal["url"]).replace(/\.[0-9a-f]{4}/, ".0000"),
    ].map((path) => visitor.call("GET", path)),
  );

  expect([open, signed, small, plain, forged].map((answer) => answer?.status)).toEqual([200, 200, 200, 404, 403]);
  expect(open?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  for (const answer of [signed, small]) {
    const [, seconds] = /^public, max-age=(\d+)$/.exec(answer?.headers.get("cache-control") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThan(WEEK_SECONDS - 60);
    expect(Number(seconds)).toBeLessThanOrEqual(2 * WEEK_SECONDS);
  }
  for (const answer of [open, signed, small]) expect(answer?.headers.get("set-cookie")).toBeNull();
});

test("an editor can send a record back as it was read", async () => {
  const read = await editor.call("GET", `/api/_image/${internal["id"]}`);
  const body = Buffer.from(JSON.stringify(read.data));
  const headers = { "content-type": "application/json" };

  expect((await editor.call("PUT", `/api/_image/${internal["id"]}`, { body, headers })).status).toBe(200);
});
