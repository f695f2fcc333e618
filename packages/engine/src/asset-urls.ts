/** The public URLs of files behind a CDN, and the signatures of those that not everybody may read. */
import type { AssetUrlOptions } from "@colophon/config";
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { assetPath, ASSETS_PATH, SIGNED_ASSETS_PATH } from "@colophon/model";
import type { Schema } from "./types.ts";

/** How URLs of files are built. */
export interface AssetUrls {
  /** What precedes the path of a file, without a slash at the end. */
  readonly prefix: string;
  /** A signed URL lasts for one to two of these periods. It stays the same for a whole period. */
  readonly periodSeconds: number;
  /** The key with the two paddings of HMAC-SHA-256, as hex. */
  readonly innerKey: string;
  readonly outerKey: string;
}

const KEY_BYTES = 32;
const BLOCK_BYTES = 64;
/** Hex digits: 128 bits. */
export const SIGNATURE_LENGTH = 32;

/** The same schema, with answers that contain complete URLs of files instead of paths, if there are options. */
export function withAssetUrls(schema: Schema, options: AssetUrlOptions | null): Schema {
  if (!options) return schema;
  const { publicUrl, signedUrlMinutes, secret } = options;
  const assetUrls: AssetUrls = {
    prefix: publicUrl.replace(/\/+$/, ""),
    periodSeconds: signedUrlMinutes * 60,
    innerKey: paddedKey(secret, 0x36),
    outerKey: paddedKey(secret, 0x5c),
  };
  return Object.freeze({ ...schema, assetUrls: Object.freeze(assetUrls) });
}

/** The stored value of a file's URL that an answer contained; anything else is returned as it is. */
export function storedUrl({ assetUrls }: Pick<Schema, "assetUrls">, url: unknown): unknown {
  const isPublic = assetUrls !== null && typeof url === "string" && url.startsWith(assetUrls.prefix + ASSETS_PATH);
  return isPublic ? assetPath(url.slice(url.lastIndexOf("/") + 1)) : url;
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "colophon asset url 1", KEY_BYTES));
}

/** @see https://www.rfc-editor.org/rfc/rfc2104 */
function paddedKey(secret: string, pad: number): string {
  const block = Buffer.concat([keyOf(secret), Buffer.alloc(BLOCK_BYTES - KEY_BYTES)]);
  return Buffer.from(block.map((byte) => byte ^ pad)).toString("hex");
}

/** What a signature covers: when it ends, in seconds since 1970, and which file it is for. Its transforms need no signature of their own. */
export function signedText(until: string, filename: string): string {
  return `${until}/${filename}`;
}

/** The path of a file that is readable with this path alone, until that time. */
export function signedPath(secret: string, { filename, until }: { readonly filename: string; readonly until: Date }): string {
  const seconds = String(Math.floor(until.getTime() / 1000));
  return `${SIGNED_ASSETS_PATH}${seconds}.${signatureOf(secret, seconds, filename)}/${filename}`;
}

/** When the permission in a signed path ends; null if it is not for this file, or not signed with this secret. */
export function endOfSignature(secret: string, { permit, filename }: { readonly permit: string; readonly filename: string }): Date | null {
  const [, until = "", signature = ""] = /^(\d{1,12})\.([0-9a-f]{32})$/.exec(permit) ?? [];
  const isGenuine = signature !== "" && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, until, filename)));
  return isGenuine ? new Date(Number(until) * 1000) : null;
}

function signatureOf(secret: string, until: string, filename: string): string {
  return createHmac("sha256", keyOf(secret)).update(signedText(until, filename)).digest("hex").slice(0, SIGNATURE_LENGTH);
}
