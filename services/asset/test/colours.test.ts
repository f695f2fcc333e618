import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import sharp from "sharp";
import { chunk } from "../../../tests/support/media/files.ts";
import { startAssets, type TestAssets } from "./support/service.ts";

type Rgb = readonly [number, number, number];

/** Red in sRGB, as Display P3 has it. */
const P3_RED: Rgb = [234, 51, 35];
const SRGB_RED: Rgb = [255, 0, 0];
const [WIDTH, HEIGHT] = [64, 48];

let site: TestAssets;
let profile: Buffer;
beforeAll(async () => {
  site = await startAssets();
  const tagged = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
    .withIccProfile("p3")
    .png()
    .toBuffer();
  profile = (await sharp(tagged).metadata()).icc ?? Buffer.alloc(0);
});
afterAll(() => site.stop());

/** An image of one colour with 8 or 16 bits per channel; `icc` is its colour profile. */
function plainPng(color: Rgb, depth: 8 | 16, icc: Buffer | null): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([depth, 2], 8);
  const pixel = depth === 8 ? [...color] : color.flatMap((value) => [value, value]);
  const row = [0, ...Array.from({ length: WIDTH }, () => pixel).flat()];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    icc ? chunk("iCCP", Buffer.concat([Buffer.from("p3\0\0", "latin1"), deflateSync(icc)])) : Buffer.alloc(0),
    chunk("IDAT", deflateSync(Buffer.from(Array.from({ length: HEIGHT }, () => row).flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const jpeg = () =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#ff0000" } })
    .withIccProfile("p3")
    .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
    .toBuffer();

async function colorOf(image: Buffer): Promise<Rgb> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

function fromHex(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** The average colour in a blurhash. @see https://github.com/woltapp/blurhash/blob/master/Algorithm.md */
function averageOf(blurhash: string): Rgb {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";
  const value = Array.from(blurhash.slice(2, 6)).reduce((sum, digit) => sum * 83 + digits.indexOf(digit), 0);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function expectNear(found: Rgb, expected: Rgb, by = 6): void {
  expect(found.map((value, at) => (Math.abs(value - (expected[at] ?? 0)) <= by ? "near" : value))).toEqual(["near", "near", "near"]);
}

test.each([
  ["a PNG with 16 bits in Display P3", () => plainPng(P3_RED, 16, profile), SRGB_RED],
  ["a PNG with 8 bits in Display P3", () => plainPng(P3_RED, 8, profile), SRGB_RED],
  ["a JPEG in Display P3", jpeg, SRGB_RED],
  ["a PNG with 16 bits without a profile", () => plainPng(P3_RED, 16, null), P3_RED],
  ["a PNG with 8 bits without a profile", () => plainPng(P3_RED, 8, null), P3_RED],
] as const)("%s has its colours in derivatives, placeholder and dominant colour", async (_what, make, expected) => {
  const { data } = (await site.upload(await make())).json;

  for (const search of ["w=16&format=png", "format=jpeg", "w=20&h=20&fp=0.5,0.5&format=webp", "w=16&format=avif"])
    expectNear(await colorOf((await site.get(`${data.url}?${search}`)).bytes), expected);
  expectNear(fromHex(data.color), expected);
  expectNear(averageOf(data.blurhash), expected);
});

test("a 16-bit image with an invalid profile is shown or refused", async () => {
  const answer = await site.upload(plainPng([1, 2, 3], 16, Buffer.alloc(200, 7)));

  expect([201, 400]).toContain(answer.status);
  if (answer.status === 201) expect((await site.get(`${answer.json.data.url}?w=10`)).status).toBe(200);
});
