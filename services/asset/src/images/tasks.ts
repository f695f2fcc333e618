/** What a child process is asked to do with an image, and what it says. Plain data: it crosses a process border. */
import type { Transform } from "../derivatives/transforms.ts";

export type ImageTask =
  /** Decodes all of it, strictly. */
  | { readonly kind: "inspect"; readonly input: string }
  | { readonly kind: "derive"; readonly input: string; readonly output: string; readonly transform: Transform };

export interface Inspected {
  /** As sharp names it: jpeg, png, webp, gif, heif. */
  readonly format: string;
  /** Pixels of one frame, after its orientation. */
  readonly width: number;
  readonly height: number;
  /** A placeholder of about 30 characters. @see https://blurha.sh */
  readonly blurhash: string;
  /** The dominant colour, `#rrggbb`. */
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

/** Why an image is refused: it is none that is taken, it has too many pixels, its data is damaged. */
export type Refusal = "unreadable" | "pixels" | "damaged";

/** `refused`: the image's own fault; `unwritten`: the disk's. The texts are for the log. */
export type ImageReply =
  | { readonly id: number; readonly result: Inspected | Derived }
  | { readonly id: number; readonly refused: string; readonly refusal: Refusal }
  | { readonly id: number; readonly unwritten: string }
  | { readonly id: number; readonly failed: string };
