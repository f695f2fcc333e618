/** What a process that reads media and the one that forked it say to each other. Plain data and bytes. */

/** What is known of a video or a sound; null where its container doesn't say. */
export interface MediaFacts {
  /** Pixels as shown, after its rotation. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
}

/** The child wants bytes; `end` is not included. */
export interface MediaRead {
  readonly kind: "read";
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** From the child: it has started, wants bytes, knows the facts, or can make nothing of the file. */
export type MediaQuestion =
  | { readonly kind: "begun" }
  | MediaRead
  | { readonly kind: "facts"; readonly facts: MediaFacts }
  | { readonly kind: "refused"; readonly reason: string };

/** To the child: the bytes that it asked for. */
export interface MediaBytes {
  readonly id: number;
  readonly bytes: Uint8Array;
}
