import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { picture } from "../../../tests/support/media/pictures.ts";
import { startAssets, type TestAssets } from "./support/service.ts";

const CDN = "https://cdn.example.com";
const HOUR_MS = 3_600_000;
const STARTED = Date.parse("2026-03-01T12:10:00.000Z");
const PRIVATE = { alt: "secret" }; // the public role's row filter leaves it out
let clock = STARTED;
let site: TestAssets;
let openImage: Buffer;
let privateImage: Buffer;
beforeAll(async () => {
  site = await startAssets({ publicUrl: CDN, now: () => new Date(clock) });
  openImage = await picture("png", { width: 30, height: 30 });
  privateImage = await picture("png", { width: 40, height: 40 });
  await site.upload(openImage);
  await site.upload(privateImage, PRIVATE);
});
beforeEach(() => {
  clock = STARTED;
});
afterAll(() => site.stop());

/** An upload of bytes that are there already answers with their record, as the editor reads it now. */
async function urlOf(bytes: Buffer): Promise<URL> {
  return new URL((await site.upload(bytes)).json.data.url);
}

test("a file that anybody may read has a URL at the CDN that never changes", async () => {
  const url = await urlOf(openImage);
  clock += 100 * HOUR_MS;

  expect(url.href).toMatch(/^https:\/\/cdn\.example\.com\/api\/assets\/photo-[0-9a-f]{8}\.png$/);
  expect(await urlOf(openImage)).toEqual(url);
  const answer = await site.get(url.pathname, {}, "visitor");
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
});

test("any other file has a signed URL, which needs no credentials and may be cached until it ends", async () => {
  const url = await urlOf(privateImage);
  const whole = await site.get(url.pathname, {}, "visitor");
  const part = await site.get(url.pathname, { range: "bytes=0-3" }, "nobody");

  expect(url.origin).toBe(CDN);
  expect([whole.status, whole.headers.get("cache-control"), whole.bytes.equals(privateImage)]).toEqual([200, "public, max-age=6600", true]);
  expect([part.status, part.headers.get("cache-control"), part.bytes]).toEqual([206, "public, max-age=6600", privateImage.subarray(0, 4)]);
});

test("transforms of a private file are behind the same signature", async () => {
  const url = await urlOf(privateImage);

  const small = await site.get(`${url.pathname}?w=10&format=webp`, {}, "visitor");

  expect([small.status, small.headers.get("content-type"), small.headers.get("cache-control")]).toEqual([
    200,
    "image/webp",
    "public, max-age=6600",
  ]);
});

test("a signed URL stays the same for a while, so that caches work, and is renewed long before it ends", async () => {
  const first = await urlOf(privateImage);
  clock += HOUR_MS / 2;
  const second = await urlOf(privateImage);
  clock += HOUR_MS / 2;
  const third = await urlOf(privateImage);

  expect(second).toEqual(first);
  expect(third).not.toEqual(first);
  for (const { pathname } of [first, third]) expect((await site.get(pathname, {}, "visitor")).status).toBe(200);
});

test("without a valid signature nobody gets a private file, and an expired one is 403 for everybody", async () => {
  const { pathname } = await urlOf(privateImage);
  const [, , , , permit = "", filename = ""] = pathname.split("/");
  const other = (await urlOf(openImage)).pathname.split("/").at(-1);
  const [until, signature] = permit.split(".");
  const statusOf = async (path: string) => (await site.get(path, {}, "visitor")).status;

  expect(await statusOf(`/api/assets/${filename}`)).toBe(404);
  expect(await statusOf(`/api/assets/${filename}?w=10&format=webp`)).toBe(404);
  expect(await statusOf(`/api/assets/signed/${permit}/${other}`)).toBe(403);
  expect(await statusOf(`/api/assets/signed/${Number(until) + 3600}.${signature}/${filename}`)).toBe(403);
  expect(await statusOf(`/api/assets/signed/${until}/${filename}`)).toBe(403);
  expect(await statusOf(`/api/assets/signed/${permit}`)).toBe(404);

  clock = Number(until) * 1000;
  const ended = await site.get(pathname, {}, "editor");
  expect([ended.status, ended.json, ended.headers.get("cache-control")]).toEqual([
    403,
    { error: { code: "FORBIDDEN", message: "The URL has expired: read the record again" } },
    "private, no-cache",
  ]);
});

test("a signed URL of a deleted file finds nothing", async () => {
  const bytes = await picture("png", { width: 50, height: 50 });
  const { id } = (await site.upload(bytes, PRIVATE)).json.data;
  const { pathname } = await urlOf(bytes);

  await site.remove("_image", id);

  expect((await site.get(pathname, {}, "visitor")).status).toBe(404);
});
