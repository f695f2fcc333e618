import { expect, test } from "@jest/globals";
import { blurhashOf, dominantColor } from "../src/images/blurhash.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";

function pixels(colorAt: (x: number, y: number) => readonly [number, number, number]): Uint8Array {
  return Uint8Array.from(Array.from({ length: 32 * 32 }, (_, at) => colorAt(at % 32, Math.floor(at / 32))).flat());
}
function averageIn(hash: string): string {
  const value = Array.from(hash.slice(2, 6)).reduce((sum, digit) => sum * 83 + DIGITS.indexOf(digit), 0);
  return value.toString(16).padStart(6, "0");
}

test.each([
  ["ff8000", [255, 128, 0]],
  ["000000", [0, 0, 0]],
  ["ffffff", [255, 255, 255]],
] as const)("an image with only the colour #%s has that average and dominant colour", (color, rgb) => {
  const bytes = pixels(() => rgb);

  expect(averageIn(blurhashOf(bytes, 32, 32))).toBe(color);
  expect(dominantColor(bytes)).toBe(`#${color}`);
});

test("a hash has 4 × 3 components and differs for an image and its mirror image", () => {
  const left = blurhashOf(
    pixels((x) => (x < 16 ? [255, 0, 0] : [0, 0, 255])),
    32,
    32,
  );
  const right = blurhashOf(
    pixels((x) => (x < 16 ? [0, 0, 255] : [255, 0, 0])),
    32,
    32,
  );

  expect(left).toMatch(/^L.{27}$/);
  expect([...left].filter((digit) => !DIGITS.includes(digit))).toEqual([]);
  expect(left).not.toBe(right);
});

test("the dominant colour is that of most pixels", () => {
  expect(dominantColor(pixels((x) => (x < 10 ? [255, 0, 0] : [0, 10, 250])))).toBe("#000afa");
});
