/** The query string of a search → SearchRequest. */
import type { ErrorDetail } from "@colophon/model/errors";
import { DEFAULT_SEARCH_RESULTS, MAX_SEARCH_RESULTS } from "@colophon/model";
import { checkRoots, parseParameters, scalarOf, textProblem, throwProblems } from "../request/parameters.ts";

/** The searched text as it was sent, and the maximum number of results for each entity. */
export interface SearchRequest {
  readonly text: string;
  readonly limit: number;
  /** Only records in this language, and those of entities without languages; null for all. */
  readonly locale: string | null;
}

const INTEGER = /^-?\d{1,30}$/;

function limitOf(value: string | null, problems: ErrorDetail[]): number {
  if (value === null) return DEFAULT_SEARCH_RESULTS;
  if (!INTEGER.test(value)) problems.push({ field: "limit", message: "must be a whole number" });
  return Math.min(Math.max(Number(value), 1), MAX_SEARCH_RESULTS);
}

/** Reads `?q=…&limit=…&locale=…`. @throws VALIDATION_ERROR with every parameter that is unknown, repeated or wrong. */
export function parseSearch(search: string): SearchRequest {
  const problems: ErrorDetail[] = [];
  const parameters = parseParameters(search, problems);
  checkRoots(parameters, ["q", "limit", "locale"], problems);
  const text = scalarOf(parameters, "q", problems) ?? "";
  const problem = textProblem(text);
  if (problem) problems.push({ field: "q", message: problem });
  const limit = limitOf(scalarOf(parameters, "limit", problems), problems);
  const locale = scalarOf(parameters, "locale", problems);
  throwProblems(problems);
  return Object.freeze({ text, limit, locale });
}
