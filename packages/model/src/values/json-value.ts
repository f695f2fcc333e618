/** Rules for JSON that is stored unchanged. */
import { MAX_JSON_DEPTH, MAX_JSON_FIELD_BYTES } from "../limits.ts";
import { byteLength, isCleanText } from "./strings.ts";

/** An object as in JSON: no array, no null. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function structureProblem(value: unknown, depth: number): string | null {
  if (typeof value === "string") return isCleanText(value) ? null : "must not contain NUL characters or unpaired surrogates";
  if (typeof value === "number") return Number.isFinite(value) ? null : "must not hold numbers that JSON can't write";
  if (typeof value === "boolean" || value === null) return null;
  if (typeof value !== "object") return "must be JSON";
  if (depth >= MAX_JSON_DEPTH) return `must be nested at most ${MAX_JSON_DEPTH} deep`;
  for (const [key, member] of Object.entries(value)) {
    if (!isCleanText(key)) return "must not contain NUL characters or unpaired surrogates";
    const problem = structureProblem(member, depth + 1);
    if (problem) return problem;
  }
  return null;
}

/** Why a value can't be stored as JSON, or null: at most 256 KB, 32 levels, text that UTF-8 can encode. */
export function jsonProblem(value: unknown): string | null {
  const problem = structureProblem(value, 0);
  if (problem) return problem;
  return byteLength(JSON.stringify(value)) > MAX_JSON_FIELD_BYTES ? "must be at most 256 KB of JSON" : null;
}
