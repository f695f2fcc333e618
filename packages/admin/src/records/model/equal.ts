import { isPlainObject } from "@colophon/model";

/** Whether two values are the same JSON; a missing member is equal to null. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true;
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isEqual(one[key], other[key]));
}
