/** Values that are known only when a statement runs. Told by identity, so that no JSON of a caller can pose as one. */
import type { Value, Variable } from "./types.ts";

/** Text to search for, to be escaped and set between two texts. */
export interface Pattern {
  readonly like: Value;
  readonly before: "" | "%";
  readonly after: "" | "%";
}

const NAMES: readonly Variable[] = ["$CURRENT_USER", "$CURRENT_ROLE", "$NOW", "$CACHED_TOTAL", "$CACHED_STAMP"];
const BY_NAME: ReadonlyMap<string, { readonly variable: Variable }> = new Map(
  NAMES.map((name) => [name, Object.freeze({ variable: name })]),
);
const PATTERNS = new WeakSet<object>();

/** The variables a permission's filter may use. */
export const FILTER_VARIABLES: ReadonlySet<string> = new Set<Variable>(["$CURRENT_USER", "$CURRENT_ROLE", "$NOW"]);

/** The one object that stands for a variable. */
export function variable(name: Variable): { readonly variable: Variable } {
  const found = BY_NAME.get(name);
  if (!found) throw new TypeError(`there is no variable ${name}`);
  return found;
}

/** Whether the value is one of those objects. */
export function isVariable(value: Value): value is { readonly variable: Variable } {
  if (typeof value !== "object" || value === null || !("variable" in value)) return false;
  return typeof value.variable === "string" && BY_NAME.get(value.variable) === value;
}

/** A parameter that becomes a LIKE pattern in which what was given is only text. */
export function pattern(before: "" | "%", like: Value, after: "" | "%"): Pattern {
  const made = Object.freeze({ like, before, after });
  PATTERNS.add(made);
  return made;
}

/** Whether the value was made by `pattern`. */
export function isPattern(value: Value): value is Pattern {
  return typeof value === "object" && value !== null && PATTERNS.has(value);
}
