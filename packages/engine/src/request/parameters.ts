/** A query string as a list of parameters. Anything that is not understood is refused. */
import { invalid, type ErrorDetail } from "@colophon/model/errors";
import { codePoints, isCleanText, MAX_SOUGHT_LENGTH } from "@colophon/model";
import { isLocalized } from "../row-keys.ts";
import type { Entity, Schema } from "../types.ts";

/** `filter[author.name][$eq]=x` has root `filter` and keys `author.name`, `$eq`. `at` is the name as it was sent, decoded. */
export interface Parameter {
  readonly at: string;
  readonly root: string;
  readonly keys: readonly string[];
  readonly value: string;
}

const MAX_PARAMETERS = 500;
const MAX_ECHO = 200;
const NAME = /^([A-Za-z_$][\w$-]*)((?:\[[^[\]]+\])*)$/;

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

function parseParameter(piece: string, problems: ErrorDetail[]): Parameter[] {
  const equals = piece.indexOf("=");
  const rawName = equals < 0 ? piece : piece.slice(0, equals);
  const at = decode(rawName);
  const value = decode(equals < 0 ? "" : piece.slice(equals + 1));
  const field = (at ?? rawName).slice(0, MAX_ECHO);
  if (at === null || value === null) return refuse(problems, field, "is not valid percent-encoded UTF-8");
  const [, root, keys = ""] = NAME.exec(at) ?? [];
  if (root === undefined) return refuse(problems, field, "is not a parameter's name");
  return [{ at: field, root, keys: keys === "" ? [] : keys.slice(1, -1).split("]["), value }];
}

function refuse(problems: ErrorDetail[], field: string, message: string): [] {
  problems.push({ field, message });
  return [];
}

/** The parameters in their order, with or without the leading `?`. Problems are added to `problems`. */
export function parseParameters(search: string, problems: ErrorDetail[]): readonly Parameter[] {
  const pieces = search
    .replace(/^\?/, "")
    .split("&")
    .filter((piece) => piece !== "");
  if (pieces.length > MAX_PARAMETERS) return refuse(problems, "query", `takes at most ${MAX_PARAMETERS} parameters`);
  return pieces.flatMap((piece) => parseParameter(piece, problems));
}

/** The one value of a parameter without keys, or null. Given twice, or with keys, it is refused. */
export function scalarOf(parameters: readonly Parameter[], root: string, problems: ErrorDetail[]): string | null {
  const given = parameters.filter((parameter) => parameter.root === root);
  for (const { at, keys } of given) if (keys.length > 0) problems.push({ field: at, message: "takes no keys in brackets" });
  if (given.length > 1) problems.push({ field: root, message: "may be given only once" });
  return given[0]?.value ?? null;
}

/** `true` or `false`, or `otherwise` if the parameter is missing. */
export function flagOf(parameters: readonly Parameter[], root: string, otherwise: boolean, problems: ErrorDetail[]): boolean {
  const value = scalarOf(parameters, root, problems);
  if (value !== null && value !== "true" && value !== "false") problems.push({ field: root, message: "must be true or false" });
  return value === null ? otherwise : value === "true";
}

/** Comma-separated names, or null if the parameter is missing. Empty and repeated names are refused. */
export function namesOf(at: string, value: string | null, max: number, problems: ErrorDetail[]): readonly string[] | null {
  if (value === null) return null;
  const names = value.split(",");
  if (names.includes("")) problems.push({ field: at, message: "must be names separated by commas" });
  if (names.length > max) problems.push({ field: at, message: `takes at most ${max} names` });
  if (new Set(names).size < names.length) problems.push({ field: at, message: "must not contain duplicates" });
  return names;
}

/** Refuses parameters that the route does not take. */
export function checkRoots(parameters: readonly Parameter[], allowed: readonly string[], problems: ErrorDetail[]): void {
  for (const { at, root } of parameters)
    if (!allowed.includes(root)) problems.push({ field: at, message: "is not a parameter of this route" });
}

/** Throws all problems, one for each parameter. */
export function throwProblems(problems: readonly ErrorDetail[]): void {
  if (problems.length === 0) return;
  const distinct = new Map(problems.map((problem) => [`${problem.field}\0${problem.message}`, problem]));
  throw invalid([...distinct.values()], "The query is not valid");
}

/**
 * The parameters of a route that takes only `true`/`false` ones, such as `?draft=true`. Missing ones are false.
 * @throws VALIDATION_ERROR for anything else.
 */
export function parseFlags<Name extends string>(search: string, allowed: readonly Name[]): Readonly<Record<Name, boolean>> {
  const problems: ErrorDetail[] = [];
  const parameters = parseParameters(search, problems);
  checkRoots(parameters, allowed, problems);
  const flags = allowed.map((name) => [name, flagOf(parameters, name, false, problems)] as const);
  throwProblems(problems);
  return Object.freeze(Object.fromEntries(flags)) as Readonly<Record<Name, boolean>>;
}

/** Refuses every parameter: for routes that take none. */
export function parseNoQuery(search: string): void {
  parseFlags(search, []);
}

/** The `locale` parameter of the routes of translatable globals, in addition to their other parameters. */

const IN_QUERY = /^locale(?:=|$)/;

interface LocaleQuery {
  /** The given locale, or else the default one; null for an entity whose routes take none. */
  readonly locale: string | null;
  /** The rest of the query string. */
  readonly search: string;
}

/** @throws VALIDATION_ERROR for a locale that the site doesn't have */
export function splitLocale({ config }: Pick<Schema, "config">, entity: Entity, search: string): LocaleQuery {
  if (!isLocalized(entity)) return { locale: null, search };
  const problems: ErrorDetail[] = [];
  const locale = scalarOf(parseParameters(search, problems), "locale", problems) ?? config.defaultLocale;
  if (!config.locales.includes(locale)) problems.push({ field: "locale", message: `must be one of ${config.locales.join(", ")}` });
  throwProblems(problems);
  const rest = search.replace(/^\?/, "").split("&");
  return { locale, search: rest.filter((piece) => !IN_QUERY.test(piece)).join("&") };
}

/** Why a text can't be searched for, or null. */
export function textProblem(text: string): string | null {
  if (text.trim() === "") return "is required";
  if (codePoints(text) > MAX_SOUGHT_LENGTH) return `must have at most ${MAX_SOUGHT_LENGTH} characters`;
  return isCleanText(text) ? null : "must not contain NUL characters or unpaired surrogates";
}
