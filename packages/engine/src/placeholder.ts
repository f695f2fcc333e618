/** Values that are known only when a statement runs. They are compared by identity, so JSON from a caller can't imitate one. */

/** How a value is sent: as JSON text, or as a LIKE pattern in which it is escaped. */
export type Encoding = "json" | LikeMatch;
/** Where in a text a LIKE pattern matches. */
export type LikeMatch = "contains" | "startsWith" | "endsWith";

/** Reserved names (with a `$`) are bound to the caller, the time and the cached total; all others to a plan's values. */
export interface Placeholder {
  readonly name: string;
  readonly as?: Encoding;
}

/** A parameter of a statement. */
export type Value = string | number | boolean | null | Placeholder | readonly Value[];

/** The reserved names that a permission's filter may use. */
export const FILTER_PLACEHOLDERS: ReadonlySet<string> = new Set(["$CURRENT_USER", "$CURRENT_ROLE", "$NOW"]);

/** The reserved names whose values differ between callers of one role. */
export const CALLER_PLACEHOLDERS: ReadonlySet<string> = new Set(["$CURRENT_USER", "$CURRENT_ACTOR", "$CURRENT_ACTOR_KIND"]);

const KNOWN = new Map<string, Placeholder>();
const PLACEHOLDERS = new WeakSet<object>();

/** The one object of that name and encoding. Names come from the schema, never from a caller. */
export function placeholder(name: string, as?: Encoding): Placeholder {
  const key = as ? `${as} ${name}` : name;
  const known = KNOWN.get(key);
  if (known) return known;
  const made = Object.freeze({ name, ...(as && { as }) });
  KNOWN.set(key, made);
  PLACEHOLDERS.add(made);
  return made;
}

const CREATOR_PREFIX = "creator's ";

/** The same values for the creator of the preview link. Times are those of the read. */
export function creatorPlaceholder(of: Placeholder): Placeholder {
  return of.name.startsWith("$CURRENT_") ? placeholder(CREATOR_PREFIX + of.name, of.as) : of;
}

/** The name of a placeholder that `creatorPlaceholder` made; null for any other. */
export function originalName(name: string): string | null {
  return name.startsWith(CREATOR_PREFIX) ? name.slice(CREATOR_PREFIX.length) : null;
}

export function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === "object" && value !== null && PLACEHOLDERS.has(value);
}

/** Whether a parameter is the time at which the statement runs. */
export function dependsOnTime(value: Value): boolean {
  if (isPlaceholder(value)) return value.name === "$NOW";
  return Array.isArray(value) && value.some(dependsOnTime);
}

/** The LIKE pattern that finds the text at that place, with its special characters escaped. */
export function likePattern(text: string, likeMatch: LikeMatch): string {
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  if (likeMatch === "startsWith") return `${escaped}%`;
  return likeMatch === "endsWith" ? `%${escaped}` : `%${escaped}%`;
}
