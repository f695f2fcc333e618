import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import sharp from "sharp";
import { eventually } from "../../../tests/support/eventually.ts";
import { picture } from "../../../tests/support/media/pictures.ts";
import { startAssets, type TestAssets } from "./support/service.ts";
import { byteDifference } from "../../../tests/support/media/byte-difference.ts";

describe("with workers", () => {
  let site: TestAssets;
  let seed = 0;
  /** The address of an image of 400 × 200. */
  let wide: string;
  beforeAll(async () => {
    site = await startAssets({ ownRedis: true });
    wide = (await upload({ width: 400, height: 200 })).url;
  });
  afterAll(() => site.stop());

  const upload = async (options: Parameters<typeof picture>[1] = {}, format: Parameters<typeof picture>[0] = "png") =>
    (await site.upload(await picture(format, { seed: ++seed, ...options }))).json.data;
  /** The names of an image's derivatives, the least recently used first. */
  const keysOf = async (id: string, count: number) =>
    (
      await site.sql<{ key: string }>("select right(key, 24) as key from cms.derivatives where asset_id = $1 order by served_at limit $2", [
        id,
        count,
      ])
    ).map(({ key }) => key);
  const filesOf = async (id: string) =>
    (await site.files()).filter((name) => name.startsWith(`derivatives/${id}`)).map((name) => name.slice(-24));
  const sizeOf = async (path: string) => {
    const answer = await site.get(path);
    if (answer.status !== 200) throw new Error(String(answer.bytes));
    const { width, height } = await sharp(answer.bytes).metadata();
    return [width, height];
  };

  test.each([
    ["w=100", [100, 50]],
    ["h=100", [200, 100]],
    ["w=100&h=100", [100, 100]],
    ["w=100&h=100&fit=inside", [100, 50]],
    ["w=100&h=100&fit=outside", [200, 100]],
    ["w=100&h=100&fit=fill", [100, 100]],
    ["w=100&h=100&fit=contain", [100, 100]],
    ["w=4096", [400, 200]],
    ["w=800&h=800&fit=inside", [400, 200]],
    ["w=4096&h=4096&fit=fill", [400, 200]],
    ["w=4096&h=4096&fit=outside", [400, 200]],
    ["w=4096&h=4096&fit=contain", [400, 400]],
    ["w=4096&h=4096&fit=cover", [200, 200]],
    ["w=1000&h=100", [400, 40]],
    ["w=1000&h=100&fp=0.9,0.5", [400, 40]],
    ["w=100&h=100&fp=0.9,0.5", [100, 100]],
    ["w=1", [1, 1]],
  ])("an image of 400 × 200 with ?%s is %j", async (search, expected) => {
    expect(await sizeOf(`${wide}?${search}`)).toEqual(expected);
  });

  test.each([
    ["webp", "image/webp", "webp"],
    ["avif", "image/avif", "heif"],
    ["jpeg", "image/jpeg", "jpeg"],
    ["png", "image/png", "png"],
  ])("format=%s gives %s", async (format, type, kind) => {
    const answer = await site.get(`${wide}?format=${format}&w=20`);

    expect([answer.headers.get("content-type"), (await sharp(answer.bytes).metadata()).format]).toEqual([type, kind]);
    expect(answer.headers.get("vary")).toBeNull();
  });

  test("format=auto follows Accept, and sets Vary", async () => {
    const { url } = await upload();

    const avif = await site.get(`${url}?format=auto`, { accept: "image/avif,*/*" });
    const png = await site.get(`${url}?format=auto`, { accept: "*/*" });

    expect([avif.headers.get("content-type"), png.headers.get("content-type")]).toEqual(["image/avif", "image/png"]);
    expect(avif.headers.get("vary")).toBe("Accept");
    expect(avif.headers.get("etag")).not.toBe(png.headers.get("etag"));
  });

  test("orientation is applied, metadata is removed, colours are converted to sRGB", async () => {
    const { url } = await upload({ width: 60, height: 30, orientation: 6 }, "jpeg");

    const answer = await site.get(`${url}?w=20`);
    const metadata = await sharp(answer.bytes).metadata();

    expect([metadata.width, metadata.height, metadata.space]).toEqual([20, 40, "srgb"]);
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("a crop keeps the focal point of the record or of the parameter", async () => {
    const { url, id } = await upload({ width: 200, height: 100 });
    const leftOf = async (search: string) =>
      [
        ...(await sharp((await site.get(`${url}?${search}&format=png`)).bytes)
          .raw()
          .toBuffer()),
      ].slice(0, 3);
    expect((await leftOf("w=40&h=80&fp=0,0.5"))[0]).toBe(255);
    expect((await leftOf("w=40&h=80&fp=1,0.5"))[2]).toBe(255);

    await site.sql(`update cms.images set "focalX" = 1, "focalY" = 0.5, version = version + 1 where id = $1`, [id]);

    expect((await leftOf("w=40&h=80"))[2]).toBe(255);
  });

  test("after the record's focal point changes, a crop is another file with another date", async () => {
    const { url, id } = await upload({ width: 200, height: 100 });
    const before = await Promise.all([site.get(`${url}?w=40&h=80`), site.get(`${url}?w=40`)]);
    await site.sql(
      `update cms.images set "focalX" = 1, "focalY" = 0.5, version = version + 1, updated_at = now() + interval '1 minute' where id = $1`,
      [id],
    );

    const after = await Promise.all([site.get(`${url}?w=40&h=80`), site.get(`${url}?w=40`)]);

    const both = (name: string) => [0, 1].map((at) => before[at]?.headers.get(name) === after[at]?.headers.get(name));
    expect([both("etag"), both("last-modified")]).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  test("an animation stays animated as WebP, and is its first frame in other formats", async () => {
    const frames = await Promise.all([0, 1, 2].map((at) => picture("png", { width: 20, height: 10, seed: at * 20_000 + at * 80 })));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { data } = (await site.upload(gif)).json;

    const webp = await sharp((await site.get(`${data.url}?w=10`)).bytes, { pages: -1 }).metadata();
    const jpeg = await sharp((await site.get(`${data.url}?w=10&format=jpeg`)).bytes).metadata();

    expect([data.width, data.height]).toEqual([20, 10]);
    expect([webp.format, webp.pages, webp.width, webp.pageHeight]).toEqual(["webp", 3, 10, 5]);
    expect([jpeg.pages, jpeg.width, jpeg.height]).toEqual([undefined, 10, 5]);
  });

  test("a derivative has a tag, ranges and 304 like an original", async () => {
    const { url } = await upload();
    const whole = await site.get(`${url}?w=30`);

    const part = await site.get(`${url}?w=30`, { range: "bytes=1-4" });
    const fresh = await site.get(`${url}?w=30`, { "if-none-match": whole.headers.get("etag") ?? "" });
    const head = await site.send("editor", `${url}?w=31`, { method: "HEAD" });

    expect([part.status, part.bytes.equals(whole.bytes.subarray(1, 5))]).toEqual([206, true]);
    expect(fresh.status).toBe(304);
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0);
  });

  test("only raster images can be transformed", async () => {
    const svg = await site.upload("<svg/>");
    const text = await site.upload("text", { name: "a.txt" });

    expect((await site.get(`${svg.json.data.url}?w=10`)).status).toBe(400);
    expect((await site.get(`${text.json.data.url}?w=10`)).status).toBe(400);
  });

  test("two hundred callers of a new derivative share one transform", async () => {
    const { url } = await upload({ width: 800, height: 800 });
    const before = site.runs.length;

    const answers = await Promise.all(Array.from({ length: 200 }, () => site.get(`${url}?w=300&format=webp`)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ bytes }) => bytes.toString("base64"))).size).toBe(1);
    expect(site.runs.length - before).toBe(1);
  });

  test("an image has at most 64 derivatives: new ones replace the least recently used, which are created again on request", async () => {
    const { url, id } = await upload({ width: 200, height: 100 });
    const request = (width: number) => site.get(`${url}?w=${width}&format=jpeg`);
    const kept = async () => {
      await eventually(async () => (await filesOf(id)).length === 64);
      expect(await filesOf(id)).toEqual((await keysOf(id, 65)).toSorted());
    };
    const made = [];
    for (let width = 1; width <= 64; width++) made.push(await request(width));
    const oldest = await keysOf(id, 2);
    await request(1); // it was the oldest one

    const answers = [await request(65), await request(66)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await keysOf(id, 65)).toContain(oldest[0]);
    expect(await keysOf(id, 65)).not.toContain(oldest[1]);
    await kept();

    const simultaneous = await Promise.all(Array.from({ length: 30 }, (_, at) => request(101 + at)));

    expect(new Set(simultaneous.map(({ status }) => status))).toEqual(new Set([200]));
    await kept();

    site.forgetDerivatives();
    const before = site.runs.length;
    const again = await request(2);
    expect(site.runs.length - before).toBe(1);
    expect(byteDifference(again.bytes, made[1]?.bytes ?? Buffer.of())).toBeNull();
  });

  test("an anonymous address may request thirty new derivatives per minute; existing ones don't count", async () => {
    const { url } = await upload({ width: 200, height: 100 });
    await site.get(`${url}?w=150`);
    const asVisitor = (w: number, address: string) => site.send("visitor", `${url}?w=${w}`, { headers: { "x-cms-client": address } });

    const answers = [];
    for (let w = 1; w <= 31; w++) answers.push(await asVisitor(w, "192.0.2.1"));
    const others = [await asVisitor(150, "192.0.2.1"), await asVisitor(3, "192.0.2.1"), await asVisitor(32, "192.0.2.2")];

    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(30).fill(200), 429]);
    expect(Number(answers[30]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await site.get(`${url}?w=33`)).status).toBe(200);
  });

  test("simultaneous requests of one address for the same new derivative count once", async () => {
    const { url } = await upload({ width: 200, height: 100 });
    const headers = { "x-cms-client": "2001:db8::1" };

    const answers = await Promise.all(Array.from({ length: 60 }, () => site.send("visitor", `${url}?w=70`, { headers })));
    const next = await site.send("visitor", `${url}?w=71`, { headers });

    expect(new Set([...answers, next].map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("a forged job creates and removes only what a row requires", async () => {
    const { url, id } = await upload();
    await site.get(`${url}?w=20`);
    const before = await site.files();
    const [known] = await keysOf(id, 1);

    await site.enqueue("asset-drop", "drop", { id, transformKey: known });
    await site.enqueue("assets", "remove", { entity: "_image", id: newId(), filename: "x", storageKey: `originals/${id.slice(-2)}/${id}` });
    await site.enqueue("asset-drop", "drop", { id, transformKey: "../../originals" });
    await eventually(async () => (await site.sql("select from cms.outbox where failed_at is null")).length === 0);

    expect(await site.files()).toEqual(before);
    expect((await site.get(url)).status).toBe(200);
  });

  test("a stored derivative needs no Redis; a new one is 503 with Retry-After", async () => {
    const { url } = await upload();
    const made = await site.get(`${url}?w=33`);
    await site.redis.stop();

    const again = await site.get(`${url}?w=33`);
    const other = await site.get(`${url}?w=34`);

    expect(byteDifference(again.bytes, made.bytes)).toBeNull();
    expect([other.status, other.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(other.bytes.toString()).not.toContain("Too many");
  });
});

test("configured sizes are created right after the upload, also beyond the 64", async () => {
  const site = await startAssets({
    derivatives: [
      { w: 50, format: "webp" },
      { w: 40, h: 40, format: "auto" },
    ],
  });
  try {
    const { data } = (await site.upload(await picture("jpeg", { width: 300, height: 300 }))).json;

    await eventually(async () => (await site.files()).filter((name) => name.startsWith(`derivatives/${data.id}`)).length === 3);
    await site.get(`${data.url}?w=50&format=webp`);

    expect(site.runs.filter(({ kind }) => kind === "derive")).toHaveLength(3);
  } finally {
    await site.stop();
  }
});

test("without workers, a caller gets Retry-After at the end of the wait", async () => {
  const site = await startAssets({ works: false, waitMs: 300 });
  try {
    const { data } = (await site.upload(await picture())).json;

    const answer = await site.get(`${data.url}?w=10`);

    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  } finally {
    await site.stop();
  }
});
