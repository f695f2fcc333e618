import type { StorageDefinition } from "../define-storage.ts";
import { EnvError } from "./read.ts";

/** How the URLs of files behind a CDN are built. */
export interface AssetUrlOptions {
  readonly publicUrl: string;
  readonly signedUrlMinutes: number;
  /** Signs the URLs of files that the public role can't read. */
  readonly secret: string;
}

const DEFAULT_MINUTES = 60;

/** Null without `storage.publicUrl`. @throws EnvError without the key that it needs */
export function assetUrlOptions(
  { publicUrl, signedUrlMinutes = DEFAULT_MINUTES }: StorageDefinition,
  { ASSET_URL_KEY: secret }: { readonly ASSET_URL_KEY?: string | undefined },
): AssetUrlOptions | null {
  if (publicUrl === undefined) return null;
  if (secret === undefined)
    throw new EnvError([
      "Set ASSET_URL_KEY to a random text (`openssl rand -base64 32`), the same for content, asset and webhook-worker: storage.publicUrl needs it.",
    ]);
  return { publicUrl, signedUrlMinutes, secret };
}
