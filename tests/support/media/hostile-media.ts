/** Malicious videos and audio files: truncated, with wrong lengths and counts, nested, endless. */
import { mp3, mp4, wav, webm } from "./media-files.ts";

export interface HostileMedia {
  readonly name: string;
  readonly bytes: Buffer;
}

const FILM = { width: 64, height: 48, seconds: 2 };

/** All malicious videos and audio files, about seventy. */
export function hostileMedia(): HostileMedia[] {
  return [
    ...cut("mp4", mp4(FILM), 8),
    ...cut("webm", webm(FILM), 6),
    ...cut("wav", wav(1), 4),
    ...cut("mp3", mp3(20), 4),
    ...lies(),
    ...noise(),
  ];
}

function cut(kind: string, bytes: Buffer, pieces: number): HostileMedia[] {
  return Array.from({ length: pieces }, (_, at) => {
    const length = Math.floor((bytes.length * (at + 1)) / (pieces + 1));
    return { name: `cut-${length}.${kind}`, bytes: bytes.subarray(0, length) };
  });
}

/** An audio file with one wrong number. */
function lies(): HostileMedia[] {
  const film = mp4(FILM);
  const after = (type: string, distance: number) => film.indexOf(type) + 4 + distance;
  const places: readonly (readonly [string, number])[] = [
    ["moov-size", after("moov", -8)],
    ["trak-size", after("trak", -8)],
    ["stsd-count", after("stsd", 4)],
    ["stsd-entry-size", after("stsd", 8)],
    ["stts-entries", after("stts", 4)],
    ["stts-count", after("stts", 8)],
    ["stts-delta", after("stts", 12)],
    ["stsz-count", after("stsz", 8)],
    ["stsc-entries", after("stsc", 4)],
    ["stco-entries", after("stco", 4)],
    ["stco-offset", after("stco", 8)],
    ["mdhd-scale", after("mdhd", 12)],
    ["mdhd-duration", after("mdhd", 16)],
    ["tkhd-width", after("tkhd", 76)],
  ];
  const values = [0, 0xffffffff];
  const films = places.flatMap(([name, at]) =>
    values.map((value) => {
      const bytes = Buffer.from(film);
      bytes.writeUInt32BE(value, at);
      return { name: `${name}-${value}.mp4`, bytes };
    }),
  );
  const sound = wav(1);
  sound.writeUInt32LE(0xffffffff, sound.indexOf("data") + 4);
  const still = wav(1, 1);
  still.writeUInt32LE(0, still.indexOf("fmt ") + 12); // no samples a second
  return [...films, { name: "data-size.wav", bytes: sound }, { name: "no-rate.wav", bytes: still }, nested(), endless(), playlist()];
}

/** Boxes in boxes, thousands deep. */
function nested(): HostileMedia {
  const depth = 20_000;
  const boxes = Array.from({ length: depth }, (_, at) => {
    const head = Buffer.from("\0\0\0\0moov", "latin1");
    head.writeUInt32BE((depth - at) * 8);
    return head;
  });
  return { name: "nested.mp4", bytes: Buffer.concat([mp4(FILM).subarray(0, 24), ...boxes]) };
}

/** A megabyte of the smallest boxes. */
function endless(): HostileMedia {
  return {
    name: "endless.mp4",
    bytes: Buffer.concat([mp4(FILM).subarray(0, 24), Buffer.from("\0\0\0\x08free".repeat(130_000), "latin1")]),
  };
}

/** A list of URLs, which must not be fetched. */
function playlist(): HostileMedia {
  return {
    name: "list.m3u8",
    bytes: Buffer.from("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://127.0.0.1:1/a.ts\n#EXT-X-ENDLIST\n"),
  };
}

function noise(): HostileMedia[] {
  const heads = [
    "\0\0\0\x18ftypisom",
    "RIFF\xff\xff\xff\x7fWAVEfmt ",
    "ID3\x04\0\0\x7f\x7f\x7f\x7f",
    "OggS\0\x02",
    "fLaC\0\0\0\x22",
    "\x1a\x45\xdf\xa3",
    "\xff\xf1\x50\x80",
  ];
  return heads.map((head, at) => {
    const body = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index * 31 + at * 7 + (index >> 3)) % 256));
    return { name: `noise-${at}`, bytes: Buffer.concat([Buffer.from(head, "latin1"), body]) };
  });
}
