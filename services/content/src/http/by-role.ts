import type { Schema } from "@colophon/engine";
import { etagOf, type JsonAnswer } from "@colophon/runtime";

/** Caches must not show one caller's answer to another. */
const BY_CALLER = { vary: "Cookie, Authorization" };

/** Values that depend only on the role: computed once for each configured role. */
export function createByRole<T>(schema: Schema, make: (role: string) => T): (role: string) => T {
  const known = new Map<string, T>();
  return (role) => {
    const name = schema.roles.has(role) ? role : ""; // a role that is no longer configured has no permissions
    const made = known.get(name) ?? make(name);
    known.set(name, made);
    return made;
  };
}

/** An answer for one caller, with an ETag. */
export function callerAnswer(value: unknown): JsonAnswer {
  const body = JSON.stringify(value);
  return { body, etag: { tag: etagOf(body) }, headers: BY_CALLER };
}
