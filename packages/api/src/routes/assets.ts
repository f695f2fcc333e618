/** Uploads, and serving of files. */
import { ASSETS_PATH, SIGNED_ASSETS_PATH } from "@colophon/model";
import { AREAS } from "../areas.ts";
import { header, IF_NONE_MATCH, query } from "../parameters.ts";
import { route } from "../route.ts";
import { transformQuery } from "../shapes/transforms.ts";
import { directChecking, directCompletion, directUpload, directUploadTarget, uploadForm } from "../shapes/uploads.ts";

const SECOND = 1000;
const { w, h, fit, format, q, fp } = transformQuery.shape;
const FILENAME = {
  name: "filename",
  in: "path",
  required: true,
  schema: { type: "string", pattern: "^\\w[\\w.-]*$" },
  description: "The asset's `filename`.",
} as const;
const READING = [
  query("w", w, "Width in pixels. Images are never enlarged."),
  query("h", h, "Height in pixels."),
  query("fit", fit, "How the image fits the size. The default is `inside`, or `cover` if `w` and `h` are both set."),
  query("format", format, "`auto` uses the Accept header."),
  query("q", q, "Quality. The default is 80, for AVIF 50."),
  query("fp", fp, "The focal point as fractions of width and height, such as `0.5,0.25`."),
  header("Range", { type: "string" }, "A part of the file."),
  IF_NONE_MATCH,
  header("If-Modified-Since", { type: "string" }, "The date of a copy."),
] as const;
const BYTES = {
  200: { description: "The bytes", type: "*/*", etag: true },
  206: { description: "A part of the bytes", type: "*/*", etag: true },
  304: { description: "Not modified", etag: true },
  416: { description: "The range is outside the file" },
} as const;
const UPLOADED = {
  200: { description: "The existing asset with the same bytes", data: { made: "UploadedAsset" } },
  201: { description: "The new asset", data: { made: "UploadedAsset" } },
} as const;

export const assetRoutes = {
  upload: route(AREAS.assets, {
    path: `${ASSETS_PATH}upload`,
    name: "upload",
    body: "upload",
    bucket: undefined,
    budgetMs: 30 * SECOND,
    tag: "assets",
    shownTo: "uploaders",
    methods: {
      POST: {
        id: "assets.upload",
        summary: "Upload a file",
        description: "Images are stored in `_image`, videos in `_video`, all other files in `_file`. The type is detected from the bytes.",
        body: { shape: uploadForm },
        answers: UPLOADED,
        refuses: [409],
      },
    },
  }),

  beginUpload: route(AREAS.assets, {
    path: `${ASSETS_PATH}upload/direct`,
    name: "upload",
    bucket: undefined,
    tag: "assets",
    shownTo: "uploaders",
    methods: {
      POST: {
        id: "assets.beginUpload",
        summary: "Begin an upload to the S3 server",
        description: "For large files: the bytes are sent to the S3 server instead of this API. 404 if files are stored on a disk.",
        body: {
          shape: directUpload,
          example: {
            filename: "film.mp4",
            type: "video/mp4",
            size: 734_003_200,
            sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          },
        },
        answers: { 200: { description: "Where to send the file", data: directUploadTarget } },
        refuses: [404],
      },
    },
  }),

  completeUpload: route(AREAS.assets, {
    path: `${ASSETS_PATH}upload/complete`,
    name: "upload",
    bucket: undefined,
    budgetMs: 30 * SECOND,
    tag: "assets",
    shownTo: "uploaders",
    methods: {
      POST: {
        id: "assets.completeUpload",
        summary: "Complete an upload to the S3 server",
        description:
          "Checks size, SHA-256 and type of the file that the S3 server has, and creates its record. Repeat the request after a 202.",
        body: { shape: directCompletion, example: { upload: "eyJrZXkiOi4uLn0.c2lnbmF0dXJl" } },
        answers: {
          ...UPLOADED,
          202: { description: "The file is still being checked", data: directChecking },
        },
        refuses: [404, 409],
      },
    },
  }),

  file: route(AREAS.assets, {
    path: `${ASSETS_PATH}{filename}`,
    tag: "assets",
    shownTo: "readers of assets",
    methods: {
      GET: {
        id: "assets.get",
        summary: "A file or a transformed image",
        description:
          "Only raster images are transformed (else 400). At most 30 new transforms a minute for each address of the public role (429); the configuration may allow named sizes only (400).",
        parameters: [FILENAME, ...READING],
        answers: BYTES,
        refuses: [404, 412],
      },
    },
  }),

  signedFile: route(AREAS.assets, {
    path: `${SIGNED_ASSETS_PATH}{permit}/{filename}`,
    auth: "anyone",
    tag: "assets",
    shownTo: "sites with public file URLs",
    methods: {
      GET: {
        id: "assets.getSigned",
        summary: "The same with a signed URL",
        description:
          "With `storage.publicUrl`, the `url` of a file that the public role can't read has this path. It needs no credentials, and ends: then the answer is 403.",
        parameters: [
          {
            name: "permit",
            in: "path",
            required: true,
            schema: { type: "string", pattern: "^\\d+\\.[0-9a-f]{32}$" },
            description: "When the permission ends, in seconds since 1970, and its signature.",
          },
          FILENAME,
          ...READING,
        ],
        answers: BYTES,
        refuses: [403, 404, 412],
      },
    },
  }),
};
