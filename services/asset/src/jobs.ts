/** The background work of this service. Payloads are ids and names; the workers read the current state. */
import { FITS, FORMATS } from "@colophon/api";
import { ASSET_ENTITIES } from "@colophon/config";
import { defineJob } from "@colophon/jobs";
import { z } from "zod";
import { MEDIA_ENTITIES } from "./media-types/media-types.ts";

/** Removes the bytes of a deleted asset and everything derived from it. The engine adds this job with the deletion. */
export const removeJob = defineJob({
  queue: "assets",
  name: "remove",
  payload: z.object({ entity: z.enum(ASSET_ENTITIES), id: z.uuid() }),
  attempts: 20,
});

/** Makes the configured derivatives of a new image. */
export const prepareJob = defineJob({
  queue: "asset-prepare",
  name: "prepare",
  payload: z.object({ id: z.uuid() }),
  attempts: 20,
});

/** Stores the width, height and duration of a new video or audio file. */
export const measureJob = defineJob({
  queue: "asset-measure",
  name: "measure",
  payload: z.object({ entity: z.enum(MEDIA_ENTITIES), id: z.uuid() }),
  attempts: 20,
});

/** A derivative by its image and the name of its transform. */
const derivativeName = z.object({ id: z.uuid(), transformKey: z.string().regex(/^[0-9a-f]{24}$/) });
export type DerivativeName = z.output<typeof derivativeName>;

/** Creates the derivative of a row. The job id is the derivative's key, so that concurrent requests create it only once. */
export const deriveJob = defineJob({
  queue: "asset-derive",
  name: "derive",
  payload: derivativeName,
  attempts: 3,
  backoff: { firstMs: 500 },
  direct: true,
});

/** Removes the bytes of an evicted derivative. */
export const dropJob = defineJob({
  queue: "asset-drop",
  name: "drop",
  payload: derivativeName,
  attempts: 20,
});

const share = z.number().min(0).max(1);

/** A transform in the form of a derivative's row. */
export const transformShape = z.object({
  w: z.int().nullable(),
  h: z.int().nullable(),
  fit: z.enum(FITS),
  focus: z.tuple([share, share]).readonly().nullable(),
  format: z.enum(FORMATS),
  q: z.int(),
});
