/**
 * A deep copy whose plain objects and arrays are frozen. Functions, regular expressions and other instances are not copied; a cycle stays a
 * cycle.
 */
export function frozenCopy<T>(value: T): T {
  return copy(value, new Map()) as T;
}

function copy(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    seen.set(value, items);
    for (const item of value) items.push(copy(item, seen));
    return Object.freeze(items);
  }
  const members: Record<string, unknown> = {};
  seen.set(value, members);
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) Object.defineProperty(members, key, { value: copy(member, seen), enumerable: true });
  }
  return Object.freeze(members);
}

/** Arrays, and objects without a class, from any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}
