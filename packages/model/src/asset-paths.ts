/** Where files are served: the same paths at the site's own address and behind a CDN. */

/** Followed by the filename, it is an asset's `url`. */
export const ASSETS_PATH = "/api/assets/";

/** Followed by a permit and the filename. Nobody needs credentials for it. The permit is in the path because many CDNs ignore queries. */
export const SIGNED_ASSETS_PATH = `${ASSETS_PATH}signed/` as const;

export function assetPath(filename: string): string {
  return ASSETS_PATH + filename;
}
