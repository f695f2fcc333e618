/** The tasks and replies of a child process for images. Plain data, because it is sent between processes. */
import type { Transform } from "./transforms.ts";

export type ImageTask =
  /** Decodes all of it, strictly. */
  | { readonly kind: "inspect"; readonly input: string }
  | { readonly kind: "derive"; readonly input: string; readonly output: string; readonly transform: Transform };

export interface Inspected {
  /** sharp's name: jpeg, png, webp, gif, heif. */
  readonly format: string;
  /** Pixels of one frame, after its orientation. */
  readonly width: number;
  readonly height: number;
  /** A placeholder of about 30 characters. @see https://blurha.sh */
  readonly blurhash: string;
  /** The dominant color, `#rrggbb`. */
  readonly color: string;
}

export interface Derived {
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

export interface ImageResults {
  readonly inspect: Inspected;
  readonly derive: Derived;
}

export interface ImageRequest {
  readonly id: number;
  readonly maxPixels: number;
  readonly task: ImageTask;
}

/** Why an image is refused: unsupported format, too many pixels, damaged data. */
export type Refusal = "unreadable" | "pixels" | "damaged";

/** `refused`: caused by the image; `unwritten`: by the disk. The texts are for the log. */
export type ImageReply =
  | { readonly id: number; readonly result: Inspected | Derived }
  | { readonly id: number; readonly refused: string; readonly refusal: Refusal }
  | { readonly id: number; readonly unwritten: string }
  | { readonly id: number; readonly failed: string };
