import { z } from "zod";
import { component, noted, time } from "./registry.ts";

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

const MAX_NAME = 4_096;

/** What the sender of a direct upload says about the file. */
export const directUpload = component(
  "DirectUpload",
  z.strictObject({
    filename: z.string().max(MAX_NAME),
    type: noted(z.string().max(200).optional(), { description: "The media type. The bytes decide, where they can." }),
    size: noted(z.int().min(1), { description: "In bytes." }),
    sha256: noted(z.string().regex(/^[0-9a-f]{64}$/, "must be the SHA-256 of the file in lower-case hex"), {
      description: "The SHA-256 of the file, as hex.",
    }),
    alt: noted(alt.optional(), { maxLength: ALT_LENGTH, description: "Stored for images only." }),
  }),
);

/** Where the file is to be sent: by POST as `multipart/form-data`, with `fields` before the part `file`. */
export const directUploadTarget = component(
  "DirectUploadTarget",
  z.object({
    upload: noted(z.string(), { description: "Names the upload when it is completed." }),
    url: noted(z.string(), { format: "uri" }),
    fields: z.record(z.string(), z.string()),
    expiresAt: time,
  }),
);

export const directCompletion = component("DirectCompletion", z.strictObject({ upload: z.string().max(16_384) }));

/** The file is still being checked. */
export const directChecking = z.object({ state: z.literal("checking") });
