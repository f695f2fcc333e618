import type { Refusal } from "./tasks.ts";

/** An error of the image; the message is the decoder's, for the log. */
export class ImageRefused extends Error {
  override readonly name = "ImageRefused";
  readonly refusal: Refusal;
  constructor(refusal: Refusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.refusal = refusal;
  }
}

/** Converts a decoder's error to a refusal. */
export function refusing(refusal: Refusal) {
  return (error: unknown): never => {
    throw new ImageRefused(refusal, error instanceof Error ? error.message : String(error), { cause: error });
  };
}
