import type { BusboyFileStream } from "@fastify/busboy";
import { wrong } from "./wrong-part.ts";

const MAX_ALT = 1_000;
const MAX_BYTES = MAX_ALT * 4;

/** The description of an image, from its part of a form. @throws VALIDATION_ERROR for what is too long or no text in UTF-8. */
export async function readAlt(part: BusboyFileStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLong();
    chunks.push(chunk);
  }
  const alt = decoded(Buffer.concat(chunks));
  if (part.truncated || [...alt].length > MAX_ALT) throw tooLong();
  return alt;
}

function decoded(bytes: Buffer): string {
  const isStorable = !bytes.includes(0); // PostgreSQL holds no NUL
  try {
    if (isStorable) return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // said below
  }
  throw wrong("alt", "must be text in UTF-8, without NUL");
}

function tooLong(): Error {
  return wrong("alt", `must be at most ${MAX_ALT} characters long`);
}
