/** Decodes HEIC, for which sharp has no decoder (HEVC is patented). Only the child process loads this file, because it can be killed. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Decoded } from "./uncompressed-png.ts";

/** The part of libheif's C interface that is used here; pointers are numbers. `error` and `out` are addresses for results. */
interface LibHeif {
  /** Views of its memory: to be read again after each call, which may have enlarged it. */
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  _malloc(size: number): number;
  _heif_context_alloc(): number;
  _heif_context_get_security_limits(context: number): number;
  _heif_context_read_from_memory_without_copy(error: number, context: number, bytes: number, size: number, options: number): void;
  _heif_context_get_primary_image_handle(error: number, context: number, out: number): void;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_get_color_profile_type(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, out: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, out: number): void;
  _heif_decode_image(error: number, handle: number, out: number, colorspace: number, chroma: number, options: number): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, out: number): number;
}

/** Colors of a HEIC: an ICC profile, the primaries of Display P3 as a number, or sRGB. */
export interface DecodedHeic extends Decoded {
  readonly isDisplayP3: boolean;
}

const RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED_RGBA = 11;
const INTERLEAVED_CHANNEL = 10;
const NUMBERED_PROFILE = 0x6e636c78; // "nclx"
/** ITU-T H.273: SMPTE EG 432-1, which Display P3 uses. */
const P3_PRIMARIES = 12;
const PLACE_BYTES = 16;

/**
 * The pixels of a HEIC's main picture, rotated and mirrored as its metadata requires. @throws Error with libheif's codes for an invalid or
 * damaged file, or one with more pixels.
 */
export async function decodeHeic(input: string, maxPixels: number): Promise<DecodedHeic> {
  const lib = await openLibrary(); // a new one for each image: no state is left over, and its memory is freed
  const [error, out] = [lib._malloc(PLACE_BYTES), lib._malloc(PLACE_BYTES)];
  const wordAt = (at: number): number => lib.HEAPU32[at >>> 2] ?? 0;
  const check = (): void => {
    if (wordAt(error) !== 0) throw new Error(`libheif: error ${wordAt(error)}.${wordAt(error + 4)}`);
  };
  const bytes = await readFile(input);
  const source = lib._malloc(bytes.length);
  lib.HEAPU8.set(bytes, source);
  const context = lib._heif_context_alloc();
  limitPixels(lib, context, maxPixels);
  lib._heif_context_read_from_memory_without_copy(error, context, source, bytes.length, 0);
  check();
  lib._heif_context_get_primary_image_handle(error, context, out);
  check();
  const handle = wordAt(out);
  const pixels = lib._heif_image_handle_get_width(handle) * lib._heif_image_handle_get_height(handle);
  if (!(pixels > 0) || pixels > maxPixels) throw new Error(`libheif: ${pixels} pixels`);

  const channels = lib._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
  lib._heif_decode_image(error, handle, out, RGB, channels === 4 ? INTERLEAVED_RGBA : INTERLEAVED_RGB, 0);
  check();
  const image = wordAt(out);
  const start = lib._heif_image_get_plane_readonly(image, INTERLEAVED_CHANNEL, out);
  const stride = wordAt(out);
  const [width, height] = [lib._heif_image_get_width(image, INTERLEAVED_CHANNEL), lib._heif_image_get_height(image, INTERLEAVED_CHANNEL)];
  const plane = lib.HEAPU8.subarray(start, start + stride * height);
  return { width, height, channels, stride, pixels: plane, ...profileOf(lib, handle, { error, out, wordAt }) };
}

interface Places {
  readonly error: number;
  readonly out: number;
  readonly wordAt: (at: number) => number;
}

function profileOf(lib: LibHeif, handle: number, { error, out, wordAt }: Places): Pick<DecodedHeic, "icc" | "isDisplayP3"> {
  const size = lib._heif_image_handle_get_raw_color_profile_size(handle);
  if (size > 0) {
    const at = lib._malloc(size);
    lib._heif_image_handle_get_raw_color_profile(error, handle, at);
    return { icc: wordAt(error) === 0 ? lib.HEAPU8.slice(at, at + size) : null, isDisplayP3: false };
  }
  if (lib._heif_image_handle_get_color_profile_type(handle) !== NUMBERED_PROFILE) return { icc: null, isDisplayP3: false };
  lib._heif_image_handle_get_nclx_color_profile(error, handle, out);
  return { icc: null, isDisplayP3: wordAt(error) === 0 && wordAt(wordAt(out) + 4) === P3_PRIMARIES };
}

/** libheif's own limit: an image that is too large is refused before memory is allocated, including tiles and hidden parts. */
function limitPixels(lib: LibHeif, context: number, maxPixels: number): void {
  const limits = lib._heif_context_get_security_limits(context);
  lib.HEAPU32.set([maxPixels, 0], (limits + 8) >>> 2); // after the version: `uint64_t max_image_size_pixels`
}

async function openLibrary(): Promise<LibHeif> {
  const { default: open } = await import("libheif-js/libheif-wasm/libheif.js");
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve("libheif-js/libheif-wasm/libheif.wasm")));
  return (open as unknown as (options: { wasmBinary: Buffer }) => LibHeif)({ wasmBinary });
}
