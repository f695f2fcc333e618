/** The background work of this service. Payloads are ids and names; the workers look at the world again. */
import { defineJob } from "@colophon/jobs";
import { z } from "zod";
import { ASSET_ENTITIES, MEDIA_ENTITIES } from "./media-types.ts";
import { FITS, FORMATS } from "./transforms.ts";

/** Removes the bytes of a deleted asset and all that was made from it. The engine asks for it when it deletes. */
export const removeJob = defineJob({
  queue: "assets",
  name: "remove",
  payload: z.object({ entity: z.enum(ASSET_ENTITIES), id: z.uuid(), filename: z.string(), storageKey: z.string() }),
  attempts: 20,
});

/** Has the configured derivatives of a new image made. */
export const prepareJob = defineJob({
  queue: "asset-prepare",
  name: "prepare",
  payload: z.object({ id: z.uuid() }),
  attempts: 20,
});

/** Has the width, height and duration of a new video or sound noted. */
export const measureJob = defineJob({
  queue: "asset-measure",
  name: "measure",
  payload: z.object({ entity: z.enum(MEDIA_ENTITIES), id: z.uuid() }),
  attempts: 20,
});

const share = z.number().min(0).max(1);

/** Makes one derivative. Its key in the queue is the derivative's own, so that it is made once whoever asks. */
export const deriveJob = defineJob({
  queue: "asset-derive",
  name: "derive",
  payload: z.object({
    id: z.uuid(),
    transform: z.object({
      w: z.int().nullable(),
      h: z.int().nullable(),
      fit: z.enum(FITS),
      focus: z.tuple([share, share]).readonly().nullable(),
      format: z.enum(FORMATS),
      q: z.int(),
    }),
  }),
  attempts: 3,
  firstRetryMs: 500,
});
