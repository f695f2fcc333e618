import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { chunk } from "../support/media/files.ts";

/** Makes a unique PNG: 64 squares of random colours, enlarged without interpolation. */
export function makePicture(width = 640, height = 480): Buffer {
  const colours = randomBytes(64 * 3);
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++) {
      const square = Math.floor((y * 8) / height) * 8 + Math.floor((x * 8) / width);
      colours.copy(row, 1 + x * 3, square * 3, square * 3 + 3);
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.concat(rows))), chunk("IEND", Buffer.alloc(0))]);
}
