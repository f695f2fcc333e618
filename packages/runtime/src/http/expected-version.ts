import type { IncomingMessage } from "node:http";
import { AppError } from "@colophon/model/errors";

/** No record has this version: a write that expects it only creates. */
export const NO_VERSION = -2;
/** The version for a foreign tag; no record has it either. */
const FOREIGN = -1;
const MAX_TAGS = 10;

/**
 * Runs the work of a request with an expected version: with `If-Match`, one of the listed versions must be the current one; with
 * `If-None-Match: *` the record must not exist. The work refuses a version that has changed; it is tried with each listed one, and the
 * first success counts.
 *
 * @param work - gets the version, or null if the caller expects none.
 * @throws AppError PRECONDITION_FAILED, VALIDATION_ERROR for a list of more than ten versions, and the errors of `work`.
 */
export async function withExpectedVersion<T>(request: IncomingMessage, work: (version: number | null) => Promise<T>): Promise<T> {
  const [first = null, ...others] = expectedVersionsOf(request);
  let outcome = work(first);
  for (const version of others)
    outcome = outcome.catch((refusal: unknown) => (isChanged(refusal) ? work(version) : Promise.reject(refusal)));
  return outcome;
}

function expectedVersionsOf({ headers }: IncomingMessage): number[] {
  if (headers["if-none-match"]?.trim() === "*") return [NO_VERSION];
  const header = headers["if-match"];
  if (header === undefined || header.trim() === "*") return [];

  const versions = new Set(header.split(",").map((tag) => Number(/^"(\d{1,9})\.[\w-]+"$/.exec(tag.trim())?.[1] ?? FOREIGN)));
  if (versions.size > MAX_TAGS) throw new AppError("VALIDATION_ERROR", `If-Match takes at most ${MAX_TAGS} versions`);
  return [...versions];
}

function isChanged(error: unknown): boolean {
  return error instanceof AppError && error.code === "PRECONDITION_FAILED";
}
