/** Uploads, and files as they are served. */
import type { JsonSchema } from "../field-types/index.ts";
import type { Schema } from "../types.ts";
import type { MediaType, Paths, ResponseObject } from "./contract.ts";
import { headerRef, parameterRef, schemaRef } from "./contract.ts";
import { stemOf } from "./names.ts";
import { taggedOperation } from "./operations.ts";
import { query } from "./parameters.ts";
import { dataOf, json, NOT_MODIFIED, USUAL_HEADERS } from "./responses.ts";

const SIDE: JsonSchema = { type: "integer", minimum: 1, maximum: 4096 };
const TRANSFORMS = [
  query("w", SIDE, "Width in pixels; never enlarged."),
  query("h", SIDE, "Height in pixels."),
  query(
    "fit",
    { type: "string", enum: ["cover", "contain", "inside", "outside", "fill"] },
    "How the picture fills the box: `inside`, or `cover` where both sides are given.",
  ),
  query("format", { type: "string", enum: ["webp", "avif", "jpeg", "png", "auto"] }, "`auto` goes by the Accept header."),
  query("q", { type: "integer", minimum: 1, maximum: 100 }, "Quality; 80, for AVIF 50."),
  query("fp", { type: "string" }, "The focal point as shares of width and height, such as `0.5,0.25`."),
];

const BYTES: Readonly<Record<string, MediaType>> = { "*/*": { schema: {} } };

function bytes(description: string): ResponseObject {
  return { description, headers: { ...USUAL_HEADERS, ETag: headerRef("ETag") }, content: BYTES };
}

function upload(schema: Schema) {
  const record = { anyOf: ["_image", "_video", "_file"].map((name) => schemaRef(`${stemOf(schema, name)}Record`)) };
  const form = {
    type: "object",
    properties: {
      file: { type: "string", format: "binary", description: "Exactly one file." },
      alt: { type: "string", maxLength: 1000, description: "Kept for images only." },
    },
    required: ["file"],
  };
  const operation = taggedOperation("assets", {
    id: "assets.upload",
    summary: "Upload a file",
    description: "Images go to `_image`, videos to `_video`, everything else to `_file`, by the bytes.",
    answers: {
      "201": json("The new asset", dataOf(record)),
      "200": json("The asset that has the same bytes already", dataOf(record)),
    },
    refuses: [409, 413, 415],
  });
  return { ...operation, requestBody: { required: true, content: { "multipart/form-data": { schema: form } } } };
}

function serve() {
  const header = (name: string, description: string) => ({ name, in: "header", schema: { type: "string" }, description }) as const;
  return taggedOperation("assets", {
    id: "assets.get",
    summary: "A file, or an image transformed",
    parameters: [
      ...TRANSFORMS,
      header("Range", "A part of the file."),
      parameterRef("IfNoneMatch"),
      header("If-Modified-Since", "The date of a copy."),
    ],
    answers: {
      "200": bytes("The bytes"),
      "206": bytes("A part of the bytes"),
      "304": NOT_MODIFIED,
      "416": { description: "The file has no such part", headers: USUAL_HEADERS },
    },
    refuses: [404, 412],
  });
}

/** The routes of the asset service. */
export function assetPaths(schema: Schema): Paths {
  const filename = {
    name: "filename",
    in: "path",
    required: true,
    schema: { type: "string" },
    description: "As the asset's `filename` says.",
  } as const;
  return {
    "/api/assets/upload": { post: upload(schema) },
    "/api/assets/{filename}": { get: { ...serve(), parameters: [filename, ...(serve().parameters ?? [])] } },
  };
}
