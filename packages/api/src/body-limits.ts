import type { Policy } from "./route.ts";

/** A JSON body's limit. */
export const MAX_JSON_BYTES = 1024 * 1024;
/** What the other parts of an upload and the boundaries between them may take beside the file. */
const FORM_FRAME_BYTES = 64 * 1024;

/** The most that a body may weigh. @param maxUploadBytes - the largest file that is taken. */
export function maxBodyBytes({ body }: Pick<Policy, "body">, maxUploadBytes: number): number {
  return body === "upload" ? maxUploadBytes + FORM_FRAME_BYTES : MAX_JSON_BYTES;
}
