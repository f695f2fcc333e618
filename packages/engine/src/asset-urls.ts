/** URLs of files behind a CDN. The functions that check their signatures are in `@colophon/runtime`. */
import { assetPath, ASSETS_PATH } from "@colophon/model";
import type { AssetUrls, Schema } from "./types.ts";

/** The same schema, with answers that contain complete URLs of files instead of paths, if they are built in some way. */
export function withAssetUrls(schema: Schema, assetUrls: AssetUrls | null): Schema {
  return assetUrls ? Object.freeze({ ...schema, assetUrls }) : schema;
}

/** The stored value of a file's URL that an answer contained; anything else is returned as it is. */
export function storedUrl({ assetUrls }: Pick<Schema, "assetUrls">, url: unknown): unknown {
  const isPublic = assetUrls !== null && typeof url === "string" && url.startsWith(assetUrls.prefix + ASSETS_PATH);
  return isPublic ? assetPath(url.slice(url.lastIndexOf("/") + 1)) : url;
}
