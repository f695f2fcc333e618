/** The parts of an upload's form: exactly one `file`, and for images a description `alt`. */
import type { BusboyFileStream } from "@fastify/busboy";
import { ALT_LENGTH, ALT_TOO_LONG, uploadForm } from "@colophon/api";
import { invalid, type AppError } from "@colophon/model/errors";

const MAX_ALT_BYTES = ALT_LENGTH * 4;
const MAX_NAME = 4_096;
const OCTETS = "application/octet-stream";

/** The error for a part, by its name. */
export function invalidPart(field: string, message: string): AppError {
  return invalid([{ field, message }]);
}

interface PartHead {
  readonly field: string;
  /** Its filename; null for text. */
  readonly name: string | undefined;
  readonly claimedType: string;
}

/** Why the next part is refused, after this many others; null if it isn't. */
export function partProblem(
  { field, name, claimedType }: PartHead,
  before: { readonly files: number; readonly alts: number },
): string | null {
  const isText = name === undefined && claimedType !== OCTETS;
  if (!Object.hasOwn(uploadForm.shape, field)) return "is not a part of an upload";
  if (field === "alt") return isText ? (before.alts > 0 ? "was sent twice" : null) : "must be text";
  if (isText) return "must be a file";
  if (before.files > 0) return "Send exactly one file";
  return (name ?? "").length > MAX_NAME ? "has a name that is too long" : null;
}

/** The description of an image, from its part of a form. @throws VALIDATION_ERROR if it is too long or not valid UTF-8. */
export async function readAlt(part: BusboyFileStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ALT_BYTES) throw tooLong();
    chunks.push(chunk);
  }
  const alt = decoded(Buffer.concat(chunks));
  if (part.truncated || !uploadForm.shape.alt.safeParse(alt).success) throw tooLong();
  return alt;
}

function decoded(bytes: Buffer): string {
  const isStorable = !bytes.includes(0); // PostgreSQL can't store NUL
  try {
    if (isStorable) return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // reported below
  }
  throw invalidPart("alt", "must be text in UTF-8, without NUL");
}

function tooLong(): Error {
  return invalidPart("alt", ALT_TOO_LONG);
}
