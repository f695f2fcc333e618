/** Signatures of the URLs of files that not everybody may read: PostgreSQL makes them, the asset service checks them. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;
/** Of SHA-256. */
const BLOCK_BYTES = 64;
/** Hex digits: 128 bits. */
const SIGNATURE_LENGTH = 32;
const PERMIT = new RegExp(`^(\\d{1,12})\\.([0-9a-f]{${SIGNATURE_LENGTH}})$`);

interface Options {
  readonly publicUrl: string;
  readonly signedUrlMinutes: number;
  readonly secret: string;
}

/** How answers contain URLs of files; null without a CDN. */
export function assetUrlsOf(options: Options | null) {
  if (!options) return null;
  const { publicUrl, signedUrlMinutes, secret } = options;
  return {
    prefix: publicUrl.replace(/\/+$/, ""),
    periodSeconds: signedUrlMinutes * 60,
    signatureLength: SIGNATURE_LENGTH,
    innerKey: paddedKey(secret, 0x36),
    outerKey: paddedKey(secret, 0x5c),
  };
}

/** When the permission in a signed URL ends; null if it is not for this file, or not signed with this secret. */
export function endOfPermit(secret: string, { permit, filename }: { readonly permit: string; readonly filename: string }): Date | null {
  const [, until = "", signature = ""] = PERMIT.exec(permit) ?? [];
  const expected = createHmac("sha256", keyOf(secret)).update(`${until}/${filename}`).digest("hex").slice(0, SIGNATURE_LENGTH);
  const isGenuine = signature !== "" && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return isGenuine ? new Date(Number(until) * 1000) : null;
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "colophon asset url 1", KEY_BYTES));
}

/** @see https://www.rfc-editor.org/rfc/rfc2104 */
function paddedKey(secret: string, pad: number): string {
  const block = Buffer.concat([keyOf(secret), Buffer.alloc(BLOCK_BYTES - KEY_BYTES)]);
  return Buffer.from(block.map((byte) => byte ^ pad)).toString("hex");
}
