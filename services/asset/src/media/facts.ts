/** Reads the containers of videos and audio files. Only the child process loads this file: nothing else parses one. */
import { ADTS, CustomSource, FLAC, Input, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } from "mediabunny";
import type { MediaFacts } from "./messages.ts";

/** Playlists (HLS) are not included: they contain URLs that would be fetched. */
const FORMATS = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS, MPEG_TS];
const MAX_SIDE = 65_535;
const MAX_SECONDS = 1e8; // three years; a longer length is not plausible
const CACHE_BYTES = 4 * 1024 * 1024;

/**
 * The facts in a container's headers. Nothing is decoded, and only the necessary parts of the file are read. @param size - bytes of the
 * file. @param read - returns bytes of it; `end` is not included. @throws Error for an unknown or broken container.
 */
export async function factsOf(size: number, read: (start: number, end: number) => Promise<Uint8Array>): Promise<MediaFacts> {
  const source = new CustomSource({ getSize: () => size, read, prefetchProfile: "fileSystem", maxCacheSize: CACHE_BYTES });
  const input = new Input({ formats: FORMATS, source });
  const video = await input.getPrimaryVideoTrack();
  const sides = video ? { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() } : { width: null, height: null };
  return {
    width: whole(sides.width),
    height: whole(sides.height),
    duration: seconds((await input.getDurationFromMetadata()) ?? (await input.computeDuration())),
  };
}

function whole(pixels: number | null): number | null {
  const rounded = Math.round(pixels ?? 0);
  return rounded >= 1 && rounded <= MAX_SIDE ? rounded : null;
}

/** Rounded to milliseconds. */
function seconds(duration: number): number | null {
  const rounded = Math.round(duration * 1_000) / 1_000;
  return rounded > 0 && rounded <= MAX_SECONDS ? rounded : null;
}
