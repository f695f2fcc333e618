import { z } from "zod";
import { noted } from "./registry.ts";

/** The language that a record is to be copied into: one of the project's. Keys that begin with `_` may be sent along and are ignored. */
export function translateRequest(locales: readonly string[]) {
  return noted(z.object({ locale: z.enum(locales, `must be one of ${locales.join(", ")}`) }), { additionalProperties: false });
}
