import { invalid } from "@colophon/model/errors";
import { fileTypeFromBuffer, supportedMimeTypes } from "file-type";
import { ALSO, EXTENSIONS, RASTER_TYPES, SVG } from "./media-types.ts";
import { isSvg } from "./svg.ts";

export interface MediaType {
  readonly mimeType: string;
  /** Without its dot. */
  readonly extension: string;
}

/** How many of a file's first bytes its type is detected from. */
export const HEAD_BYTES = 64 * 1024;
/** How many of a file's first bytes are checked for a signature. */
const SIGNATURE_BYTES = 4_100;
const OCTETS = "application/octet-stream";

/**
 * The type of a file: its first bytes decide; the claimed type is used only among types that they allow. @param head - the first
 * `HEAD_BYTES` of the file, or all of it. @throws VALIDATION_ERROR for a file that is declared as an image and isn't one.
 */
export async function detectType(head: Buffer, claimed: string): Promise<MediaType> {
  const claimedType = typeOf(claimed);
  const detected = await fileTypeFromBuffer(head.subarray(0, SIGNATURE_BYTES)).catch(() => undefined);
  const isXml = detected?.mime === "application/xml";
  if ((!detected || isXml) && isSvg(head)) return named(SVG);
  if (detected) return fromSignature(detected.mime, detected.ext, claimedType);
  if (RASTER_TYPES.has(claimedType) || claimedType === SVG) throw notAnImage(claimedType);
  return named(isText(head) ? textType(claimedType) : binaryType(claimedType));
}

/** The error for a file that is declared as an image of that type. */
export function notAnImage(mimeType: string): Error {
  return invalid([{ field: "file", message: `The file is not a valid image (${mimeType})` }]);
}

function fromSignature(mimeType: string, extension: string, claimedType: string): MediaType {
  if ((RASTER_TYPES.has(claimedType) && !RASTER_TYPES.has(mimeType)) || claimedType === SVG) throw notAnImage(claimedType);
  if (ALSO[mimeType]?.test(claimedType)) return { mimeType: claimedType, extension: EXTENSIONS[claimedType] ?? extension };
  return { mimeType, extension: extension.replace(/[^a-z0-9]/g, "") || "bin" };
}

function named(mimeType: string): MediaType {
  return { mimeType, extension: EXTENSIONS[mimeType] ?? "bin" };
}

/** A media type without its parameters; empty if it is invalid. */
function typeOf(claimed: string): string {
  const type = claimed.split(";")[0]?.trim().toLowerCase() ?? "";
  return /^[a-z]+\/[a-z0-9][\w.+-]{0,100}$/.test(type) ? type : "";
}

function textType(claimedType: string): string {
  const isTextual =
    /^(?:text|image)\//.test(claimedType) || /^application\/(?:json|javascript|yaml|xml|x-ndjson|[\w.-]+\+json)$/.test(claimedType);
  return isTextual && !supportedMimeTypes.has(claimedType) ? claimedType : "text/plain";
}

/** Bytes without a signature can't be of a type that has one. */
function binaryType(claimedType: string): string {
  return claimedType === "" || claimedType.startsWith("text/") || supportedMimeTypes.has(claimedType) ? OCTETS : claimedType;
}

/** Whether the bytes are UTF-8 without control characters; an incomplete character at the end is allowed. */
function isText(head: Buffer): boolean {
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
