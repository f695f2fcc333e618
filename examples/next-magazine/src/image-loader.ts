import type { ImageLoaderProps } from "next/image";

/** Colophon makes the image in this width, once, and stores it. */
export default function imageUrl({ src, width, quality = 80 }: ImageLoaderProps): string {
  return `${src}?w=${width}&q=${quality}&format=webp`;
}
