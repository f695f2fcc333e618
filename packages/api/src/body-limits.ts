import type { Policy } from "./route.ts";

/** A JSON body's limit. */
export const MAX_JSON_BYTES = 1024 * 1024;
/** Maximum size of the other parts of an upload and the boundaries between them. */
const FORM_FRAME_BYTES = 64 * 1024;

/** The maximum size of any body. @param maxUploadBytes - the maximum size of a file. */
export function maxBodyBytes({ body }: Pick<Policy, "body">, maxUploadBytes: number): number {
  return body === "upload" ? maxUploadBytes + FORM_FRAME_BYTES : MAX_JSON_BYTES;
}
