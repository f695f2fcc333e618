/** Where files are stored, and the sizes of images that are made. */

/** One set of transform parameters that is applied right after upload, with the parameter names of the asset URL. */
export interface DerivativeDefinition {
  /** Width in pixels, 1 to 4096. */
  w?: number;
  /** Height in pixels, 1 to 4096. */
  h?: number;
  /**
   * How the image fits the size. The default is `cover` if `w` and `h` are both set.
   * @default "inside"
   */
  fit?: "cover" | "contain" | "inside" | "outside" | "fill";
  /** The default is the format of the original. */
  format?: "webp" | "avif" | "jpeg" | "png" | "auto";
  /**
   * Quality, 1 to 100; for AVIF 50 by default.
   * @default 80
   */
  q?: number;
  /** The focal point as fractions of width and height: `x,y`. */
  fp?: string;
}

interface StoredFiles {
  /**
   * Sizes that are created right after the upload, see below.
   * @default []
   */
  derivatives?: readonly DerivativeDefinition[];
  /**
   * With `named`, only these sizes are served.
   * @default "any"
   */
  transforms?: "any" | "named";
  /** The address of a [CDN](docs/guide/cdn.md): URLs of files begin with it. */
  publicUrl?: string;
  /**
   * How long URLs are valid that are signed because the public role can't read the file: up to twice this time, 1 to 10080.
   * @default 60
   */
  signedUrlMinutes?: number;
}
export interface LocalStorage extends StoredFiles {
  /** Files on disk. */
  adapter: "local";
  /**
   * A folder, relative to `CMS_DATA_DIR`.
   * @default "uploads"
   */
  path?: string;
}
export interface S3Storage extends StoredFiles {
  /** Files in an S3 bucket. */
  adapter: "s3";
  /** `S3_BUCKET` overrides it. */
  bucket: string;
  /** `S3_REGION` overrides it. */
  region: string;
  /** `S3_ACCESS_KEY_ID` overrides it. */
  accessKeyId: string;
  /** `S3_SECRET_ACCESS_KEY` overrides it. */
  secretAccessKey: string;
  /** The URL of an S3 server other than AWS; `S3_ENDPOINT` overrides it. */
  endpoint?: string;
  /** The server's URL for callers, for direct uploads; `S3_PUBLIC_ENDPOINT` overrides it. The default is `endpoint`. */
  publicEndpoint?: string;
}
export type StorageDefinition = LocalStorage | S3Storage;
