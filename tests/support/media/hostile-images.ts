/** Malicious image files, generated: decompression bombs, truncated files, wrong headers, files of two types. */
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { photograph, picture } from "./pictures.ts";
import { chunk } from "./files.ts";

export interface Hostile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly type: string;
  /** The allowed answers to an upload. */
  readonly statuses: readonly number[];
}

const TAKEN = [200, 201];
const REFUSED = [400];
const EITHER = [...TAKEN, ...REFUSED];

/** All malicious image files, about a hundred. */
export async function hostileFiles(): Promise<Hostile[]> {
  return [
    ...bombs(),
    ...(await animations()),
    ...(await truncations()),
    ...(await lies()),
    ...(await ambiguousFiles()),
    ...noise(),
    ...svgs(),
  ];
}

function bombs(): Hostile[] {
  return [
    { name: "bomb-16383.png", bytes: png(16_383, 16_383, 1), type: "image/png", statuses: REFUSED },
    { name: "bomb-huge-header.png", bytes: png(2_147_483_647, 2_147_483_647, 0), type: "image/png", statuses: REFUSED },
    { name: "bomb-zero.png", bytes: png(0, 0, 0), type: "image/png", statuses: REFUSED },
    {
      name: "bomb-text.png",
      bytes: png(10, 10, 0, chunk("zTXt", Buffer.concat([Buffer.from("x\0\0"), deflateSync(Buffer.alloc(20_000_000))]))),
      type: "image/png",
      statuses: EITHER,
    },
    {
      name: "bomb-icc.png",
      bytes: png(10, 10, 0, chunk("iCCP", Buffer.concat([Buffer.from("x\0\0"), deflateSync(Buffer.alloc(20_000_000))]))),
      type: "image/png",
      statuses: EITHER,
    },
    { name: "header-only.jpg", bytes: jpegHeader(65_500, 65_500), type: "image/jpeg", statuses: REFUSED },
    { name: "header-only.gif", bytes: gifHeader(65_535, 65_535), type: "image/gif", statuses: EITHER }, // its one frame is empty
    { name: "header-only.webp", bytes: webpHeader(16_384, 16_384), type: "image/webp", statuses: REFUSED },
  ];
}

async function animations(): Promise<Hostile[]> {
  const frame = (at: number) =>
    sharp({ create: { width: 600, height: 600, channels: 3, background: { r: at, g: 255 - at, b: (at % 2) * 255 } } })
      .png()
      .toBuffer();
  const frames = await Promise.all(Array.from({ length: 150 }, (_, at) => frame(at)));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
  return [{ name: "frames-150.gif", bytes: gif, type: "image/gif", statuses: REFUSED }];
}

/** Pictures that are truncated at many positions; each must be refused. */
async function truncations(): Promise<Hostile[]> {
  const jpeg = await photograph(320, 240);
  const others = await Promise.all(
    (["png", "webp", "gif", "avif"] as const).map(async (format) => [format, await sharp(jpeg).toFormat(format).toBuffer()] as const),
  );
  const cut = (format: string, bytes: Buffer, pieces: number): Hostile[] =>
    Array.from({ length: pieces }, (_, at) => {
      const length = Math.max(1, Math.floor((bytes.length * (at + 0.5)) / (pieces + 1)));
      return { name: `cut-${length}.${format}`, bytes: bytes.subarray(0, length), type: `image/${format}`, statuses: REFUSED };
    });
  return [...cut("jpeg", jpeg, 30), ...others.flatMap(([format, bytes]) => cut(format, bytes, 6))];
}

async function lies(): Promise<Hostile[]> {
  const exe = Buffer.concat([Buffer.from("MZ\x90\0"), Buffer.alloc(200)]);
  const claims = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif", "image/heic", "image/svg+xml"];
  return [
    ...claims.map((type) => ({ name: `program-as-${type.replace("/", "-")}.exe`, bytes: exe, type, statuses: REFUSED })),
    ...claims.map((type) => ({ name: `text-as-${type.replace("/", "-")}`, bytes: Buffer.from(`text ${type}`), type, statuses: REFUSED })),
    { name: "program.png", bytes: exe, type: "", statuses: TAKEN },
    { name: "zip.jpg", bytes: Buffer.from("PK\x05\x06".padEnd(22, "\0")), type: "text/plain", statuses: TAKEN },
    { name: "heic-header.heic", bytes: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), type: "image/heic", statuses: REFUSED },
    { name: "avif-header.avif", bytes: Buffer.from("\0\0\0\x18ftypavif\0\0\0\0mif1avif", "latin1"), type: "image/avif", statuses: REFUSED },
    { name: "one-byte", bytes: Buffer.from("x"), type: "image/jpeg", statuses: REFUSED },
    { name: "odd-type", bytes: Buffer.from("abc odd"), type: "image/png;\u0000x", statuses: EITHER },
    {
      name: "tiff.png",
      bytes: Buffer.concat([Buffer.from("II*\0\xff\xff\xff\x7f", "latin1"), Buffer.alloc(100)]),
      type: "image/png",
      statuses: REFUSED,
    },
    {
      name: "jxl",
      bytes: Buffer.concat([Buffer.from("\xff\x0a", "latin1"), Buffer.alloc(100, 0xff)]),
      type: "image/jxl",
      statuses: EITHER,
    },
  ];
}

async function ambiguousFiles(): Promise<Hostile[]> {
  const image = await picture("png", { width: 30, height: 30, seed: 77 });
  const gif = await picture("gif", { width: 30, height: 30, seed: 78 });
  const jpeg = await picture("jpeg", { width: 30, height: 30, seed: 79 });
  const html = Buffer.from("<html><script>alert(document.domain)</script></html>");
  return [
    { name: "png-then-html.html", bytes: Buffer.concat([image, html]), type: "text/html", statuses: EITHER },
    { name: "gif-js.js", bytes: Buffer.concat([gif, Buffer.from("=1;alert(1)")]), type: "text/javascript", statuses: EITHER },
    { name: "jpeg-zip.jar", bytes: Buffer.concat([jpeg, Buffer.from("PK\x03\x04")]), type: "application/java-archive", statuses: EITHER },
    { name: "gif-comment.js", bytes: Buffer.from("GIF89a/*" + "x".repeat(100) + "*/=1;alert(1)"), type: "image/gif", statuses: REFUSED },
    { name: "pdf-html.html", bytes: Buffer.concat([Buffer.from("%PDF-1.7\n"), html]), type: "text/html", statuses: TAKEN },
    { name: "html-as-image.png", bytes: html, type: "image/png", statuses: REFUSED },
    {
      name: "mp4-html.html",
      bytes: Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "latin1"), html]),
      type: "text/html",
      statuses: TAKEN,
    },
  ];
}

function noise(): Hostile[] {
  const heads = [
    "\xff\xd8\xff\xe0",
    "\x89PNG\r\n\x1a\n",
    "RIFF\xff\xff\xff\x7fWEBPVP8X",
    "GIF89a",
    "\0\0\0\x1cftypavif",
    "\0\0\0\x1cftypheic",
  ];
  return heads.map((head, at) => {
    const body = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * index * 31 + at * 7 + (index >> 3)) % 256));
    return { name: `noise-${at}`, bytes: Buffer.concat([Buffer.from(head, "latin1"), body]), type: "image/png", statuses: REFUSED };
  });
}

function svgs(): Hostile[] {
  const entities = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  const all = [
    `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
    `<?xml version="1.0"?>${entities}<svg width="&b;">&x;</svg>`,
    `<svg><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject></svg>`,
    `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="http://169.254.169.254/latest"/></svg>`,
    `<svg width="999999999999" height="1e400">`,
    `<svg ${"a".repeat(60_000)}`,
    `${"<!-- x -->".repeat(5_000)}<svg/>`,
    `<!--${"-".repeat(60_000)}`,
  ];
  return all.map((text, at) => ({ name: `evil-${at}.svg`, bytes: Buffer.from(text), type: "image/svg+xml", statuses: EITHER }));
}

function png(width: number, height: number, rows: number, extra: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit, grey
  const data = deflateSync(Buffer.alloc(Math.min(40_000_000, (Math.ceil(width / 8) + 1) * (rows === 0 ? Math.min(height, 10) : height))));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    extra,
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function jpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from([
    0xff,
    0xc0,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    1,
    0x22,
    0,
    2,
    0x11,
    1,
    3,
    0x11,
    1,
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1"),
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

function gifHeader(width: number, height: number): Buffer {
  const bytes = Buffer.from("GIF89a\0\0\0\0\0\0\0,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;", "latin1");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

function webpHeader(width: number, height: number): Buffer {
  const bytes = Buffer.from("RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "latin1");
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}
