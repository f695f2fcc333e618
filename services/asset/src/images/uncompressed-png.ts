import { crc32, deflateSync } from "node:zlib";

/** Pixels with 8 bits per channel, and their color profile; sRGB without one. */
export interface Decoded {
  readonly width: number;
  readonly height: number;
  /** RGB, or RGB and alpha. */
  readonly channels: 3 | 4;
  /** Bytes from the start of one row to that of the next. */
  readonly stride: number;
  readonly pixels: Uint8Array;
  readonly icc: Uint8Array | null;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOR_TYPES = { 3: 2, 4: 6 };

/** Pixels as a PNG without compression: the only raw form in which sharp also accepts a profile. */
export function toPng({ width, height, channels, stride, pixels, icc }: Decoded): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOR_TYPES[channels]], 8);
  const rowBytes = width * channels;
  const rows = Buffer.alloc((rowBytes + 1) * height); // each row begins with its filter: 0, none
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * stride, y * stride + rowBytes), y * (rowBytes + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    ...chunk("IHDR", header),
    ...(icc ? chunk("iCCP", Buffer.concat([Buffer.from("icc\0\0", "latin1"), deflateSync(icc)])) : []),
    ...chunk("IDAT", deflateSync(rows, { level: 0 })),
    ...chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0);
  return [head, data, sum];
}
