/** Which part of a picture a size cuts out: around its focal point, as far as the picture reaches. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const MIDDLE: Point = { x: 0.5, y: 0.5 };

/** Within the picture, to the thousandth that the API keeps. */
export function toPoint({ x, y }: Point): Point {
  const held = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
  return { x: held(x), y: held(y) };
}

/**
 * Where `object-position` must put a picture that covers a box so that what is around the focal point is seen.
 *
 * @param picture - its width over its height.
 * @param box - the same of the box.
 * @returns a percentage for each axis.
 */
export function positionOf(picture: number, box: number, focus: Point): Point {
  return { x: along(picture / box, focus.x), y: along(box / picture, focus.y) };
}

/** @param length - of the picture, in lengths of the box. */
function along(length: number, focus: number): number {
  if (length <= 1) return 50;
  const start = Math.min(length - 1, Math.max(0, focus * length - 0.5));
  return (start / (length - 1)) * 100;
}
