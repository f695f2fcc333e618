import { ColophonError } from "@colophon/client";

/** Whether somebody else has saved since the record was read. */
export function isChangedByOthers(error: unknown): boolean {
  return error instanceof ColophonError && error.status === 412;
}

/** Whether the record is gone, or the caller may not see it any more. */
export function isMissing(error: unknown): boolean {
  return error instanceof ColophonError && error.status === 404;
}

/** Whether a retry can succeed: a network error, 503 or 429. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ColophonError) || error.status === 503 || error.status === 429;
}
