import sharp, { type Metadata } from "sharp";
import { decodeHeic } from "./heic.ts";
import { ImageRefused, refusing } from "./refused.ts";
import { toPng } from "./uncompressed-png.ts";

/** An image that sharp can decode, with the facts of its header. */
export interface Source {
  /** Its file, or a PNG made from it. */
  readonly input: string | Buffer;
  /** sharp's name of the file's format: jpeg, png, webp, gif, heif. */
  readonly format: string;
  readonly frames: number;
  /** Pixels of one frame, after its orientation. */
  readonly width: number;
  readonly height: number;
  /** More than 8 bits per channel, and a color profile. */
  readonly isDeepWithProfile: boolean;
}

const FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp", "gif", "heif"]);

/** The limits of this process for one image. */
export interface ImageLimits {
  readonly maxPixels: number;
  /** Called before work that keeps the main thread busy. */
  readonly watchWhileBusy: () => Promise<void>;
}

/** Opens an image. One that is too large is refused before anything is decoded. @throws ImageRefused */
export async function openSource(input: string, { maxPixels, watchWhileBusy }: ImageLimits): Promise<Source> {
  const metadata = await headerOf(input, maxPixels);
  if (metadata.compression !== "hevc") return sourceOf(input, metadata);
  await watchWhileBusy();
  const decoded = await decodeHeic(input, maxPixels).catch(refusing("damaged"));
  const png = toPng({ ...decoded, icc: decoded.isDisplayP3 ? await displayP3() : decoded.icc });
  return { ...sourceOf(png, await headerOf(png, maxPixels)), format: metadata.format };
}

async function headerOf(input: string | Buffer, maxPixels: number): Promise<Metadata> {
  const metadata = await sharp(input, { failOn: "error", limitInputPixels: false }).metadata().catch(refusing("unreadable"));
  if (!FORMATS.has(metadata.format)) throw new ImageRefused("unreadable", `${metadata.format} is not decoded`);
  const pixels = metadata.width * frameHeight(metadata) * framesOf(metadata);
  if (!(pixels > 0) || pixels > maxPixels) throw new ImageRefused("pixels", `the image has ${pixels} pixels, more than ${maxPixels}`);
  return metadata;
}

function sourceOf(input: string | Buffer, metadata: Metadata): Source {
  const { format, autoOrient, depth, icc } = metadata;
  const height = metadata.pageHeight ? frameHeight(metadata) : autoOrient.height;
  return {
    input,
    format,
    frames: framesOf(metadata),
    width: autoOrient.width,
    height,
    isDeepWithProfile: depth !== "uchar" && icc !== undefined,
  };
}

function framesOf({ format, pages = 1 }: Metadata): number {
  return format === "gif" || format === "webp" ? pages : 1;
}

function frameHeight({ pageHeight, height }: Metadata): number {
  return pageHeight ?? height;
}

/** The profile of Display P3 that comes with sharp. */
async function displayP3(): Promise<Buffer | null> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: "#000000" } });
  const tagged = await pixel.withIccProfile("p3").png().toBuffer();
  return (await sharp(tagged).metadata()).icc ?? null;
}
