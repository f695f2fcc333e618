import type { WriteData } from "@colophon/engine";
import type { Data } from "./hooks.ts";

/** A copy of the values with some of the referenced ids exchanged, wherever in them they stand. */
export function withIds(values: WriteData["values"], references: WriteData["references"], exchange: ReadonlyMap<string, string>): Data {
  const copy = structuredClone(values) as Data;
  for (const { path, id } of references) {
    const other = exchange.get(id);
    if (other !== undefined) replaceAt(copy, path.split("."), id, other);
  }
  return copy;
}

/** The last step of a path may be left out for a list of ids. */
function replaceAt(within: unknown, [first, ...rest]: readonly string[], id: string, other: string): void {
  if (typeof within !== "object" || within === null || first === undefined) return;
  const value: unknown = Reflect.get(within, first);
  if (rest.length > 0) return replaceAt(value, rest, id, other);
  if (value === id) Reflect.set(within, first, other);
  else if (Array.isArray(value) && value.includes(id)) value.splice(value.indexOf(id), 1, other);
}
