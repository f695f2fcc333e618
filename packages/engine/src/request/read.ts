/** The query string of a list, a record or a global → ReadRequest. */
import type { ErrorDetail } from "@colophon/model/errors";
import { DEFAULT_PAGE_SIZE, MAX_CURSOR_LENGTH, MAX_NAMED_FIELDS, MAX_OFFSET, MAX_PAGE_SIZE, MAX_SORTED_FIELDS } from "@colophon/model";
import type { ReadRequest } from "../requests.ts";
import { parseFilter } from "./filter.ts";
import { checkRoots, flagOf, namesOf, parseParameters, scalarOf, textProblem, throwProblems, type Parameter } from "./parameters.ts";
import { parseResolve } from "./resolve.ts";

const ROOTS = {
  list: ["filter", "sort", "limit", "offset", "fields", "resolve", "cursor", "count", "locale", "fallback", "draft", "trashed", "can", "q"],
  record: ["fields", "resolve", "locale", "fallback", "draft", "trashed", "can"],
  global: ["fields", "resolve", "draft", "can", "locale", "fallback"],
  page: ["limit", "offset", "cursor", "count"],
} as const;

function wholeOf(parameters: readonly Parameter[], root: string, otherwise: number, problems: ErrorDetail[]): number {
  const value = scalarOf(parameters, root, problems);
  if (value === null) return otherwise;
  if (/^\d{1,30}$/.test(value)) return Number(value);
  problems.push({ field: root, message: "must be a whole number, 0 or more" });
  return otherwise;
}

function offsetOf(parameters: readonly Parameter[], paged: boolean, problems: ErrorDetail[]): number {
  const offset = wholeOf(parameters, "offset", 0, problems);
  if (offset > MAX_OFFSET) problems.push({ field: "offset", message: `must be at most ${MAX_OFFSET}; page with cursor instead` });
  if (paged && offset > 0) problems.push({ field: "offset", message: "can't be combined with cursor" });
  return offset;
}

function sortOf(parameters: readonly Parameter[], problems: ErrorDetail[]): ReadRequest["sort"] {
  const names = namesOf("sort", scalarOf(parameters, "sort", problems), MAX_SORTED_FIELDS, problems) ?? [];
  const sort = names.map((name) => ({ field: name.replace(/^-/, ""), descending: name.startsWith("-") }));
  const twice = new Set(sort.map(({ field }) => field)).size < sort.length;
  if (twice) problems.push({ field: "sort", message: "must not contain duplicates" });
  return sort;
}

function cursorOf(parameters: readonly Parameter[], problems: ErrorDetail[]): string | null {
  const cursor = scalarOf(parameters, "cursor", problems);
  if (cursor !== null && cursor.length > MAX_CURSOR_LENGTH) problems.push({ field: "cursor", message: "is not a cursor of this list" });
  return cursor;
}

function countOf(parameters: readonly Parameter[], problems: ErrorDetail[]): ReadRequest["count"] {
  const value = scalarOf(parameters, "count", problems);
  if (value === null || value === "true" || value === "false") return value !== "false";
  if (value !== "exact") problems.push({ field: "count", message: "must be true, false or exact" });
  return "exact";
}

function localeOf(parameters: readonly Parameter[], problems: ErrorDetail[]): Pick<ReadRequest, "locale" | "fallback"> {
  const locale = scalarOf(parameters, "locale", problems);
  const isGiven = parameters.some(({ root }) => root === "fallback");
  const fallback = isGiven ? flagOf(parameters, "fallback", false, problems) : null;
  if (fallback && locale === null) problems.push({ field: "fallback", message: "needs locale" });
  return { locale, fallback };
}

function textOf(parameters: readonly Parameter[], problems: ErrorDetail[]): string | null {
  const text = scalarOf(parameters, "q", problems);
  const problem = text === null ? null : textProblem(text);
  if (problem) problems.push({ field: "q", message: problem });
  return text;
}

/**
 * Parses a query string by the grammar of lists, by the smaller one of single records and globals, or by that of pages without conditions.
 * @throws VALIDATION_ERROR with every parameter that is unknown, malformed or repeated.
 */
export function parseQuery(search: string, route: keyof typeof ROOTS = "list"): ReadRequest {
  const problems: ErrorDetail[] = [];
  const parameters = parseParameters(search, problems);
  checkRoots(parameters, ROOTS[route], problems);
  const cursor = cursorOf(parameters, problems);
  const request: ReadRequest = {
    filter: parseFilter(parameters, problems),
    q: textOf(parameters, problems),
    sort: sortOf(parameters, problems),
    limit: Math.min(wholeOf(parameters, "limit", DEFAULT_PAGE_SIZE, problems), MAX_PAGE_SIZE),
    offset: offsetOf(parameters, cursor !== null, problems),
    fields: namesOf("fields", scalarOf(parameters, "fields", problems), MAX_NAMED_FIELDS, problems),
    resolve: parseResolve(parameters, problems),
    cursor,
    count: countOf(parameters, problems),
    ...localeOf(parameters, problems),
    draft: flagOf(parameters, "draft", false, problems),
    trashed: flagOf(parameters, "trashed", false, problems),
    can: flagOf(parameters, "can", false, problems),
  };
  if (request.trashed && request.draft) problems.push({ field: "trashed", message: "can't be combined with draft" });
  throwProblems(problems);
  return Object.freeze(request);
}
