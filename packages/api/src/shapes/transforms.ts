/** The parameters of an image's transform: texts of a query string, and their parsed values. */
import { z } from "zod";
import { noted } from "./registry.ts";

export const FITS = ["cover", "contain", "inside", "outside", "fill"] as const;
export const FORMATS = ["webp", "avif", "jpeg", "png"] as const;
export type Fit = (typeof FITS)[number];
export type Format = (typeof FORMATS)[number];
export const MAX_SIDE = 4096;
export const MAX_QUALITY = 100;
const CHOSEN_FORMATS = [...FORMATS, "auto"] as const;

const whole = (maximum: number) => {
  const message = `must be a whole number from 1 to ${maximum}`;
  const shape = z
    .string()
    .regex(/^[1-9]\d{0,3}$/, message)
    .transform(Number)
    .refine((value) => value <= maximum, message);
  return noted(shape, { type: "integer", minimum: 1, maximum, pattern: undefined });
};
const oneOf = <const Names extends readonly string[]>(names: Names) => z.enum(names, `must be one of ${names.join(", ")}`);

/** Leading zeros are accepted. */
const READ_SHARE = "(?:0{0,3}\\.\\d{1,10}|0{1,3}|0{0,2}1(?:\\.0{1,10})?)";
const SHARE = "(?:0|0?\\.\\d{1,10}|1(?:\\.0{1,10})?)";

/** A focal point as shares of width and height. */
export const focalPoint = noted(
  z
    .string()
    .regex(new RegExp(`^${READ_SHARE},${READ_SHARE}$`), "must be two numbers from 0 to 1, such as 0.5,0.25")
    .transform((text): readonly [number, number] => {
      const [x = 0, y = 0] = text.split(",").map(Number);
      return [x, y];
    }),
  { pattern: `^${SHARE},${SHARE}$` },
);

export const transformQuery = z.object({
  w: whole(MAX_SIDE).optional(),
  h: whole(MAX_SIDE).optional(),
  fit: oneOf(FITS).optional(),
  format: oneOf(CHOSEN_FORMATS).optional(),
  q: whole(MAX_QUALITY).optional(),
  fp: focalPoint.optional(),
});
export type TransformQuery = z.output<typeof transformQuery>;
