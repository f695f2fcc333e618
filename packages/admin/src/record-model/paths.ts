/** Dotted paths into a record: `title`, `seo.headline`, `extras.0.text`. */
import { isPlainObject } from "@colophon/model";
import type { Values } from "./types.ts";

export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return (value as readonly unknown[])[Number(key)];
    return isPlainObject(value) ? value[key] : undefined;
  }, values);
}

/** A copy with another value at the path; everything else is the same object as before. */
export function withValueAt(values: Values, path: string, value: unknown): Values {
  return placed(values, path.split("."), value) as Values;
}

function placed(within: unknown, [key = "", ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(within))
    return (within as readonly unknown[]).with(Number(key), rest.length > 0 ? placed(within[Number(key)], rest, value) : value);
  const members = isPlainObject(within) ? within : {};
  return { ...members, [key]: rest.length > 0 ? placed(members[key], rest, value) : value };
}

/** The path of a member. */
export function below(path: string, key: string | number): string {
  return path === "" ? String(key) : `${path}.${key}`;
}

/** The path of the parent: "" for the record itself. */
export function parentOf(path: string): string {
  return path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "";
}
