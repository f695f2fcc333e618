import type { ImageLoaderProps } from "next/image";

/** Colophon makes and stores the image in this width: at the upload where `storage.derivatives` names it, else at the first request. */
export default function imageUrl({ src, width }: ImageLoaderProps): string {
  return `${src}?w=${width}&format=webp`;
}
