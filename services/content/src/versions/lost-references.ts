import type { Data } from "../hooks/hooks.ts";

/** Values without the references at these paths (`author`, `readers.1`, `steps.0.author`): replaced by null, removed from lists. */
export function withoutReferences(values: Data, paths: readonly string[]): Data {
  const lost = new Set(paths);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, without(value, name, lost)]));
}

function without(value: unknown, path: string, lost: ReadonlySet<string>): unknown {
  if (lost.has(path)) return null;
  if (Array.isArray(value)) {
    const kept = value.map((item, at) => ({ item, at: `${path}.${at}` })).filter(({ at }) => !lost.has(at));
    return kept.map(({ item, at }) => without(item, at, lost));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(member, `${path}.${name}`, lost)]));
}
