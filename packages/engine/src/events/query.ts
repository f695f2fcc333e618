/** The query string of an event stream. */
import type { ErrorDetail } from "@colophon/model/errors";
import { checkRoots, namesOf, parseParameters, scalarOf, throwProblems } from "../request/parameters.ts";

const MAX_ENTITIES = 200;

/**
 * Reads `?entities=article,page`.
 *
 * @param readable - the entities that the caller may read: any other is unknown.
 * @returns the entities of the stream; without the parameter all that the caller may read.
 * @throws VALIDATION_ERROR
 */
export function parseEventsQuery(search: string, readable: readonly string[]): readonly string[] {
  const problems: ErrorDetail[] = [];
  const parameters = parseParameters(search, problems);
  checkRoots(parameters, ["entities"], problems);
  const names = namesOf("entities", scalarOf(parameters, "entities", problems), MAX_ENTITIES, problems);
  const unknown = (names ?? []).filter((name) => name !== "" && !readable.includes(name));
  for (const name of unknown) problems.push({ field: "entities", message: `there is no entity ${name}` });
  throwProblems(problems);
  return names ?? readable;
}
