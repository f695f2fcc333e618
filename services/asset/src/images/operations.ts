/** All operations on pixels. Only the child process loads this file: nothing else decodes an image. */
import { writeFile } from "node:fs/promises";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import type { Transform } from "./transforms.ts";
import { blurhashOf, dominantColor } from "./blurhash.ts";
import { refusing } from "./refused.ts";
import { openSource, type ImageLimits, type Source } from "./source.ts";
import type { Derived, ImageTask, Inspected } from "./tasks.ts";

/** Not caused by the image: the derivative can't be stored. */
export class ImageUnwritten extends Error {
  override readonly name = "ImageUnwritten";
}

type DeriveTask = Omit<Extract<ImageTask, { readonly kind: "derive" }>, "kind">;

const LOADERS = ["JpegFile", "PngFile", "PngBuffer", "WebpFile", "HeifFile", "NsgifFile"];
const SAMPLE_PX = 32;
const AVIF_EFFORT = 2;
/** Takes less than half of the time of 3 or 4, for 3 to 5 % more bytes of a photograph. */
const WEBP_EFFORT = 2;
/** More threads speed up decoding only to a point; several processes make derivatives at the same time. */
const THREADS = 2;

/** Configures sharp for this process: no cache, and only the loaders of the accepted formats. */
export function limitSharp(): void {
  sharp.cache(false);
  sharp.concurrency(THREADS);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) });
}

/** Decodes every pixel strictly and returns the image's facts. @throws ImageRefused */
export async function inspect(input: string, limits: ImageLimits): Promise<Inspected> {
  const source = await openSource(input, limits);
  const { format, frames, width, height } = source;
  const strict: SharpOptions = { failOn: "error", sequentialRead: true, limitInputPixels: limits.maxPixels, pages: frames > 1 ? -1 : 1 };
  const sample = inSrgb(sharp(source.input, strict), source)
    .resize(SAMPLE_PX, SAMPLE_PX, { fit: "fill", fastShrinkOnLoad: false })
    .toColourspace("srgb")
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .raw();
  const { data, info } = await sample.toBuffer({ resolveWithObject: true }).catch(refusing("damaged"));
  const first = toRgb(data.subarray(0, SAMPLE_PX * SAMPLE_PX * info.channels), info.channels);
  return { format, width, height, blurhash: blurhashOf(first, SAMPLE_PX, SAMPLE_PX), color: dominantColor(first) };
}

/** Writes one derivative to a new file. @throws ImageRefused, ImageUnwritten */
export async function derive({ input, output, transform }: DeriveTask, limits: ImageLimits): Promise<Derived> {
  const source = await openSource(input, limits);
  const isAnimated = source.frames > 1 && transform.format === "webp";
  const whole = sharp(source.input, {
    failOn: "error",
    sequentialRead: true,
    limitInputPixels: limits.maxPixels,
    autoOrient: true,
    pages: isAnimated ? -1 : 1,
  });
  const image = encoded(await resized(inSrgb(whole, source), source, transform), transform);
  const { data, info } = await image.toBuffer({ resolveWithObject: true }).catch(refusing("damaged"));
  await writeFile(output, data, { flag: "wx", mode: 0o600 }).catch(unwritten); // sharp would report a full disk as an error of the image
  return { size: info.size, width: info.width, height: info.height };
}

/** By default, sharp takes the colors of images with more than 8 bits per channel for sRGB, whatever their profile is. */
function inSrgb(image: Sharp, { isDeepWithProfile }: Source): Sharp {
  return isDeepWithProfile ? image.withIccProfile("srgb", { attach: false }) : image;
}

async function resized(image: Sharp, source: Source, transform: Transform): Promise<Sharp> {
  const { w, h, fit, focus } = transform;
  if (w === null && h === null) return image;
  if (fit === "cover" && focus) {
    const { autoOrient } = await sharp(source.input, { limitInputPixels: false }).metadata();
    const { region, width, height } = cropAround(autoOrient, { w: w ?? autoOrient.width, h: h ?? autoOrient.height }, focus);
    return image.extract(region).resize(width, height, { fit: "fill" });
  }
  return image.resize(w, h, { fit, withoutEnlargement: true, background: "#00000000" });
}

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** The largest part with the requested aspect ratio whose center is as near to the focal point as the edges allow. */
export function cropAround(image: Pixels, wanted: { readonly w: number; readonly h: number }, focus: readonly [number, number]) {
  const scale = Math.min(1, image.width / wanted.w, image.height / wanted.h);
  const cover = Math.min(image.width / wanted.w, image.height / wanted.h);
  const width = Math.max(1, Math.min(image.width, Math.round(wanted.w * cover)));
  const height = Math.max(1, Math.min(image.height, Math.round(wanted.h * cover)));
  const left = clamp(Math.round(image.width * focus[0] - width / 2), image.width - width);
  const top = clamp(Math.round(image.height * focus[1] - height / 2), image.height - height);
  return {
    region: { left, top, width, height },
    width: Math.max(1, Math.round(wanted.w * scale)),
    height: Math.max(1, Math.round(wanted.h * scale)),
  };
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}

/** Colors are converted to sRGB and metadata is removed: sharp's own defaults. */
function encoded(image: Sharp, { format, q }: Transform): Sharp {
  if (format === "png") return image.png({ compressionLevel: 6 });
  if (format === "jpeg") return image.flatten({ background: "#ffffff" }).jpeg({ quality: q, progressive: true });
  return format === "avif" ? image.avif({ quality: q, effort: AVIF_EFFORT }) : image.webp({ quality: q, effort: WEBP_EFFORT });
}

/** Grey pixels as RGB; additional channels are removed. */
function toRgb(pixels: Buffer, channels: number): Uint8Array {
  if (channels === 3) return pixels;
  const rgb = new Uint8Array((pixels.length / channels) * 3);
  for (let at = 0; at < rgb.length; at++) rgb[at] = pixels[Math.floor(at / 3) * channels + (channels > 3 ? at % 3 : 0)] ?? 0;
  return rgb;
}

function unwritten(error: unknown): never {
  throw new ImageUnwritten(error instanceof Error ? error.message : String(error), { cause: error });
}
