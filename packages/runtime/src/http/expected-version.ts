import type { IncomingMessage } from "node:http";
import { AppError } from "@colophon/errors";

/** No record has this version: who expects it takes only what is not there. */
export const NO_VERSION = -2;
/** What a tag that none of our answers carried stands for; no record has it either. */
const FOREIGN = -1;
const MAX_TAGS = 10;

/**
 * Does the work of a request that may insist on a version: with `If-Match`, of which one listed version has to be there,
 * or with `If-None-Match: *`, which takes only what is not there. The work refuses a version that has changed; it is
 * tried with each listed one, and the first that holds counts.
 *
 * @param work - is given the version, or null where the caller does not insist.
 * @throws AppError PRECONDITION_FAILED, VALIDATION_ERROR for a list of more than ten versions, and what `work` throws.
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
