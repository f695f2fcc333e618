import { crc32, deflateSync } from "node:zlib";

export interface FileFacts {
  readonly name?: string;
  readonly type?: string;
  readonly alt?: string;
}

/** An upload's body as a browser's form sends it, and its content type. */
export function form(
  bytes: Uint8Array | string,
  { name = "file.bin", type = "application/octet-stream", alt }: FileFacts,
): { body: Buffer; type: string } {
  const boundary = "----a-boundary-of-the-tests";
  const field = alt === undefined ? "" : `--${boundary}\r\nContent-Disposition: form-data; name="alt"\r\n\r\n${alt}\r\n`;
  const head = `${field}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

/** A valid PNG in black and white; the text in it makes its bytes differ from those of others. */
export function png(width: number, height: number, text: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit, grey
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const parts = [
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`Comment\0${text}`)),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

/** One chunk of a PNG: length, type, data and their sum. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
