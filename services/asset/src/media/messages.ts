/** Messages between a process that reads media and its parent. Plain data and bytes. */

/** The facts about a video or audio file; null if its container doesn't contain them. */
export interface MediaFacts {
  /** Pixels as shown, after its rotation. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
}

/** The child requests bytes; `end` is not included. */
export interface MediaRead {
  readonly kind: "read";
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** From the child: it has started, requests bytes, has the facts, or can't read the file. */
export type MediaQuestion =
  | { readonly kind: "begun" }
  | MediaRead
  | { readonly kind: "facts"; readonly facts: MediaFacts }
  | { readonly kind: "refused"; readonly reason: string };

/** To the child: the requested bytes. */
export interface MediaBytes {
  readonly id: number;
  readonly bytes: Uint8Array;
}
