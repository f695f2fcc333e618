import sharp from "sharp";

type Format = "jpeg" | "png" | "webp" | "avif" | "gif";
interface PictureOptions {
  readonly width?: number;
  readonly height?: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation?: number;
  /** Makes the bytes differ from those of other pictures. */
  readonly seed?: number;
}

/** A picture with the left half red and the right half blue. */
export async function picture(
  format: Format = "jpeg",
  { width = 200, height = 100, orientation, seed = 0 }: PictureOptions = {},
): Promise<Buffer> {
  const half = await sharp({ create: { width: Math.ceil(width / 2), height, channels: 3, background: { r: 0, g: seed % 256, b: 255 } } })
    .png()
    .toBuffer();
  const image = sharp({ create: { width, height, channels: 3, background: { r: 255, g: Math.floor(seed / 256) % 256, b: 0 } } }).composite([
    { input: half, left: Math.floor(width / 2), top: 0 },
  ]);
  const oriented = orientation === undefined ? image : image.withMetadata({ orientation });
  return oriented.toFormat(format, format === "avif" ? { effort: 0 } : {}).toBuffer();
}

/** A picture that compresses badly, like a photograph. */
export function photograph(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 40 } } })
    .blur(1.5)
    .jpeg({ quality: 85 })
    .toBuffer();
}
