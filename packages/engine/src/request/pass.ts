import { patternOf } from "@colophon/config";
import { startPass as start, type Pass, type PassOptions } from "@colophon/model";

/** A new pass over a body. */
export function startPass(options: Omit<PassOptions, "patternOf">): Pass {
  return start({ ...options, patternOf });
}
