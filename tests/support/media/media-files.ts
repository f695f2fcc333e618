/** Small valid videos and audio files, made byte by byte. A `seed` makes their bytes differ from those of others. */

interface VideoFacts {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly seed?: number;
}

const FRAMES_A_SECOND = 25;

/** An MP4 with one H.264 track whose frames are empty. With `isIndexLast` the index comes after them. */
export function mp4({ width, height, seconds, seed = 0 }: VideoFacts, isIndexLast = false): Buffer {
  const head = box("ftyp", Buffer.from("isom"), u32(512), Buffer.from("isomavc1"));
  const frames = box("mdat", Buffer.alloc(seconds * FRAMES_A_SECOND * 16, seed % 256), u32(seed));
  const index = (at: number) => movie({ width, height, seconds }, at);
  if (isIndexLast) return Buffer.concat([head, frames, index(head.length + 8)]);
  return Buffer.concat([head, index(head.length + index(0).length + 8), frames]);
}

/** A WebM with one VP8 track of one frame, and its duration in its header. */
export function webm({ width, height, seconds, seed = 0 }: VideoFacts): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1_000);
  const info = element("1549a966", element("2ad7b1", u32(1_000_000)), element("4489", duration));
  const video = element("e0", element("b0", u16(width)), element("ba", u16(height)));
  const track = element("ae", element("d7", ONE), element("73c5", ONE), element("83", ONE), element("86", Buffer.from("V_VP8")), video);
  const cluster = element("1f43b675", element("e7", zeros(1)), element("a3", Buffer.from([0x81, 0, 0, 0x80]), u32(seed)));
  const header = element("1a45dfa3", element("4282", Buffer.from("webm")), element("4287", u16(2)), element("4285", u16(2)));
  return Buffer.concat([header, element("18538067", info, element("1654ae6b", track), cluster)]);
}

/** A WAV of silence, 8 kHz, one byte a sample. */
export function wav(seconds: number, seed = 0): Buffer {
  const samples = Buffer.alloc(seconds * 8_000, 128);
  samples.writeUInt32LE(seed, 0);
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0); // PCM
  format.writeUInt16LE(1, 2); // one channel
  format.writeUInt32LE(8_000, 4);
  format.writeUInt32LE(8_000, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  const body = Buffer.concat([Buffer.from("WAVE"), riff("fmt ", format), riff("data", samples)]);
  return riff("RIFF", body);
}

/** An MP3 of this many frames, each 1,152 samples at 44.1 kHz and 128 kbit/s. */
export function mp3(frames: number, seed = 0): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  frame.writeUInt32BE(seed, 100);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

function movie({ width, height, seconds }: VideoFacts, framesAt: number): Buffer {
  const count = seconds * FRAMES_A_SECOND;
  const matrix = Buffer.concat([u32(0x10000), u32(0), u32(0), u32(0), u32(0x10000), u32(0), u32(0), u32(0), u32(0x40000000)]);
  const header = full("mvhd", zeros(8), u32(1_000), u32(seconds * 1_000), u32(0x10000), zeros(12), matrix, zeros(24), u32(2));
  const track = full("tkhd", zeros(8), u32(1), zeros(4), u32(seconds * 1_000), zeros(16), matrix, u32(width << 16), u32(height << 16));
  const time = full("mdhd", zeros(8), u32(FRAMES_A_SECOND), u32(count), u32(0));
  const handler = full("hdlr", zeros(4), Buffer.from("vide"), zeros(13));
  const entry = box("avc1", zeros(6), u16(1), zeros(16), u16(width), u16(height), zeros(50), box("avcC", AVC_CONFIGURATION));
  const table = box(
    "stbl",
    full("stsd", u32(1), entry),
    full("stts", u32(1), u32(count), u32(1)),
    full("stsc", u32(1), u32(1), u32(count), u32(1)),
    full("stsz", u32(16), u32(count)),
    full("stco", u32(1), u32(framesAt)),
  );
  return box("moov", header, box("trak", track, box("mdia", time, handler, box("minf", table))));
}

/** Baseline profile, one parameter set of each kind. */
const AVC_CONFIGURATION = Buffer.from([1, 66, 0, 30, 255, 225, 0, 4, 0x67, 66, 0, 30, 1, 0, 2, 0x68, 0xce]);

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
}

const ONE = Buffer.from([1]);

/** An element of Matroska; its length takes four bytes. */
function element(id: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(id, "hex"), u32(0x10000000 + body.length), body]);
}

/** A box with a version and flags. */
function full(type: string, ...parts: Buffer[]): Buffer {
  return box(type, zeros(4), ...parts);
}

function riff(type: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(type), size, body]);
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function zeros(length: number): Buffer {
  return Buffer.alloc(length);
}
