const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";
const ACROSS = 4;
const DOWN = 3;

type Factor = readonly [red: number, green: number, blue: number];

/**
 * The blurhash of a small picture, with 4 × 3 components.
 * @param pixels - RGB, three bytes a pixel, row by row.
 * @see https://github.com/woltapp/blurhash/blob/master/Algorithm.md
 */
export function blurhashOf(pixels: Uint8Array, width: number, height: number): string {
  const factors: Factor[] = [];
  for (let y = 0; y < DOWN; y++) for (let x = 0; x < ACROSS; x++) factors.push(factorOf(pixels, { width, height }, x, y));
  const [average = [0, 0, 0], ...rest] = factors;
  const largest = Math.max(...rest.flatMap((factor) => factor.map(Math.abs)));
  const quantised = Math.max(0, Math.min(82, Math.floor(largest * 166 - 0.5)));
  const scale = (quantised + 1) / 166;
  return [
    encode(ACROSS - 1 + (DOWN - 1) * 9, 1),
    encode(quantised, 1),
    encode(
      average.reduce((sum, value) => sum * 256 + toByte(value), 0),
      4,
    ),
    ...rest.map((factor) =>
      encode(
        factor.reduce((sum, value) => sum * 19 + toNineteenth(value / scale), 0),
        2,
      ),
    ),
  ].join("");
}

function factorOf(pixels: Uint8Array, { width, height }: { width: number; height: number }, across: number, down: number): Factor {
  const sums: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const basis = Math.cos((Math.PI * across * x) / width) * Math.cos((Math.PI * down * y) / height);
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) sums[channel]! += basis * toLinear(pixels[at + channel] ?? 0);
    }
  }
  const scale = (across === 0 && down === 0 ? 1 : 2) / (width * height);
  return [sums[0] * scale, sums[1] * scale, sums[2] * scale];
}

function toLinear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): number {
  const value = Math.max(0, Math.min(1, linear));
  return Math.trunc((value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055) * 255 + 0.5);
}

function toNineteenth(value: number): number {
  return Math.max(0, Math.min(18, Math.floor(Math.sign(value) * Math.sqrt(Math.abs(value)) * 9 + 9.5)));
}

function encode(value: number, length: number): string {
  let text = "";
  for (let digit = length - 1; digit >= 0; digit--) text += DIGITS[Math.floor(value / 83 ** digit) % 83] ?? "";
  return text;
}

/** The color near which most pixels are, as `#rrggbb`: the average of the fullest of 512 boxes. */
export function dominantColor(pixels: Uint8Array): string {
  const boxes = new Map<number, { count: number; sums: [number, number, number] }>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const box = boxes.get(key) ?? { count: 0, sums: [0, 0, 0] };
    boxes.set(key, box);
    box.count++;
    box.sums[0] += red;
    box.sums[1] += green;
    box.sums[2] += blue;
  }
  const fullest = [...boxes.values()].reduce((best, box) => (box.count > best.count ? box : best), { count: 0, sums: [0, 0, 0] });
  const hex = (sum: number): string =>
    Math.round(sum / Math.max(1, fullest.count))
      .toString(16)
      .padStart(2, "0");
  return `#${fullest.sums.map(hex).join("")}`;
}
