import type { ImageLoaderProps } from "next/image";

/** Colophon resizes and stores the image: at the upload if `storage.derivatives` contains the width, else at the first request. */
export default function imageUrl({ src, width }: ImageLoaderProps): string {
  return `${src}?w=${width}&format=webp`;
}
