import Image from "next/image";
import { assetUrl, type Image as Stored } from "@/content";

interface PictureProps {
  readonly image: Stored;
  readonly sizes: string;
  /** Whether it is visible without scrolling. */
  readonly first?: boolean;
}

/** An image in all widths of `next.config.ts`, cropped around its focal point. */
export function Picture({ image, sizes, first = false }: PictureProps) {
  const [x, y] = [image.focalX ?? 0.5, image.focalY ?? 0.5];
  return (
    <Image
      className="picture"
      src={assetUrl(image.url)}
      alt={image.alt ?? ""}
      width={image.width ?? 1200}
      height={image.height ?? 800}
      sizes={sizes}
      preload={first}
      style={{ objectPosition: `${x * 100}% ${y * 100}%`, backgroundColor: image.color ?? "transparent" }}
    />
  );
}
