/** The part of an image that a crop shows: around its focal point, within the image. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const MIDDLE: Point = { x: 0.5, y: 0.5 };

/** Limited to the image, rounded to three decimals as in the API. */
export function toPoint({ x, y }: Point): Point {
  const clamped = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
  return { x: clamped(x), y: clamped(y) };
}

/**
 * The `object-position` that shows the focal point when an image covers a box.
 *
 * @param picture - the aspect ratio (width / height) of the image.
 * @param box - the aspect ratio of the box.
 * @returns a percentage for each axis.
 */
export function positionOf(picture: number, box: number, focus: Point): Point {
  return { x: along(picture / box, focus.x), y: along(box / picture, focus.y) };
}

/** @param length - the length of the image, in lengths of the box. */
function along(length: number, focus: number): number {
  if (length <= 1) return 50;
  const start = Math.min(length - 1, Math.max(0, focus * length - 0.5));
  return (start / (length - 1)) * 100;
}
