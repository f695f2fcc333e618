/** Where files are stored, and the sizes of images that are made. */

/** One set of transform parameters that is applied right after upload, with the parameter names of the asset URL. */
export interface DerivativeDefinition {
  w?: number;
  h?: number;
  fit?: "cover" | "contain" | "inside" | "outside" | "fill";
  format?: "webp" | "avif" | "jpeg" | "png" | "auto";
  q?: number;
  fp?: string;
}

export type StorageDefinition = {
  /** Sizes that are made right after upload. */
  derivatives?: readonly DerivativeDefinition[];
  /** `named`: only those sizes are served. `any` by default. */
  transforms?: "any" | "named";
  /** The address of a CDN: the URLs of files in answers begin with it. */
  publicUrl?: string;
  /** How long the URL of a file that the public role can't read is valid: from this time to twice as long. 60 by default. */
  signedUrlMinutes?: number;
} & (
  | { adapter: "local"; path?: string }
  | {
      adapter: "s3";
      bucket: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
      endpoint?: string;
      /** Its address for callers, for direct uploads. */ publicEndpoint?: string;
    }
);
