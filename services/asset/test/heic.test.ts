import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import sharp from "sharp";
import { startAssets, type TestAssets } from "./support/service.ts";
import { byteDifference } from "../../../tests/support/media/byte-difference.ts";

type Rgb = readonly number[];

/** The four quarters of the stored pixels: see fixtures/heic/make-heic.c. */
const [RED, GREEN, BLUE, WHITE]: readonly Rgb[] = [
  [234, 51, 35],
  [60, 180, 75],
  [40, 60, 200],
  [240, 240, 240],
];
const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, "fixtures/heic", name));

let site: TestAssets;
beforeAll(async () => {
  site = await startAssets();
});
afterAll(() => site.stop());

/** The colours of the four quarters: upper left, upper right, lower left, lower right. */
async function quartersOf(image: Buffer): Promise<Rgb[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Rgb => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

/** Display P3 as sRGB. */
function toSrgb(color: Rgb | undefined): Rgb {
  const linear = (color ?? []).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  const matrix = [
    [1.2249, -0.2247, 0],
    [-0.042, 1.0419, 0],
    [-0.0197, -0.0786, 1.0979],
  ];
  return matrix.map((row) => {
    const value = Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, at) => sum + factor * (linear[at] ?? 0), 0),
      ),
    );
    return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
  });
}

function expectNear(found: readonly Rgb[], expected: readonly (Rgb | undefined)[], by = 8): void {
  const far = found.flatMap((color, at) => color.filter((value, channel) => Math.abs(value - (expected[at]?.[channel] ?? 0)) > by));
  expect({ found, far }).toEqual({ found, far: [] });
}

test("a phone's HEIC is stored unchanged, rotated, and served in sRGB", async () => {
  const bytes = fixture("phone.heic");

  const { status, json } = await site.upload(bytes, { name: "IMG_0001.HEIC", type: "image/heic" });
  const derivative = await site.get(`${json.data.url}?w=32&format=png`);
  const webp = await site.get(`${json.data.url}?w=20&h=20&format=webp`);

  expect([status, json.data.mimeType, json.data.width, json.data.height]).toEqual([201, "image/heic", 64, 96]);
  expect(json.data.filename).toMatch(/^IMG_0001-\w{8}\.heic$/);
  expect(json.data.blurhash).toHaveLength(28);
  expect(byteDifference((await site.get(json.data.url)).bytes, bytes)).toBeNull();
  const { width, height, icc, orientation } = await sharp(derivative.bytes).metadata();
  expect([width, height, icc, orientation]).toEqual([32, 48, undefined, undefined]);
  expectNear(await quartersOf(derivative.bytes), [BLUE, RED, WHITE, GREEN].map(toSrgb));
  expect((await sharp(webp.bytes).metadata()).width).toBe(20);
});

test("a HEIC is rotated and mirrored as its metadata requires", async () => {
  const { data } = (await site.upload(fixture("mirrored.heic"), { name: "a.heic" })).json;

  const quarters = await quartersOf((await site.get(`${data.url}?format=png`)).bytes);

  expect([data.width, data.height]).toEqual([64, 96]);
  expectNear(quarters, [RED, BLUE, GREEN, WHITE]);
});

test("a HEIC may declare Display P3 by its number", async () => {
  const bytes = fixture("plain.heic");
  const numbered = Buffer.from(bytes);
  numbered.writeUInt16BE(12, numbered.indexOf("nclx") + 4);

  const served = [];
  for (const file of [bytes, numbered]) {
    const { data } = (await site.upload(file, { name: "a.heic" })).json;
    served.push(await quartersOf((await site.get(`${data.url}?format=png`)).bytes));
  }

  expectNear(served[0] ?? [], [RED, GREEN, BLUE, WHITE]);
  expectNear(served[1] ?? [], [RED, GREEN, BLUE, WHITE].map(toSrgb));
});

test("a HEIC that is truncated, corrupt or too large is refused, and the next one is accepted", async () => {
  const bytes = fixture("phone.heic");
  const cuts = [20, 100, 400, 900, bytes.length - 40].map((end) => bytes.subarray(0, end));
  const sizeAt = bytes.indexOf("ispe") + 8;
  const large = [0, 4].map((side) => withWord(bytes, sizeAt + side, 65_535 * 1_024));
  const huge = withWord(withWord(bytes, sizeAt, 60_000), sizeAt + 4, 60_000);

  const answers = [];
  for (const file of [...cuts, ...large, huge]) answers.push(await site.upload(file, { name: "a.heic", type: "image/heic" }));

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
  for (const { bytes: body } of answers) expect(String(body)).not.toMatch(/heif|vips|hevc|seek|\/tmp/i);
  expect(answers.at(-1)?.json.error.message).toContain("too many pixels");
  expect((await site.upload(fixture("mirrored.heic"), { name: "b.heic" })).status).toBeLessThan(300);
});

function withWord(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(value, at);
  return changed;
}
