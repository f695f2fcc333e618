import { z } from "zod";
import { component, noted } from "./registry.ts";

/** In code points, not in UTF-16 units. */
export const ALT_LENGTH = 1000;
export const ALT_TOO_LONG = `must be at most ${ALT_LENGTH} characters long`;

const alt = z.string().refine((text) => [...text].length <= ALT_LENGTH, ALT_TOO_LONG);

/** The parts of an upload's form. */
export const uploadForm = component(
  "Upload",
  z.object({
    file: noted(z.string(), { format: "binary", description: "Exactly one file." }),
    alt: noted(alt.optional(), { maxLength: ALT_LENGTH, description: "Stored for images only." }),
  }),
);
