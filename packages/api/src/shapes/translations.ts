import { z } from "zod";
import { noted } from "./registry.ts";

/** The target language of a copied record: one of the project's. Keys that begin with `_` are accepted and ignored. */
export function translateRequest(locales: readonly string[]) {
  return noted(z.object({ locale: z.enum(locales, `must be one of ${locales.join(", ")}`) }), { additionalProperties: false });
}
