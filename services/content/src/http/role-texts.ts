import type { Schema } from "@colophon/engine";
import { etagOf, identityOf, type JsonAnswer } from "@colophon/runtime";
import type { Request } from "express";

/** Caches must not show one caller's answer to another. */
const BY_CALLER = { vary: "Cookie, Authorization" };

/** Answers that depend on the caller's role alone: each made once, with an ETag of its own. */
export function createRoleTexts(schema: Schema, make: (role: string) => unknown): (req: Request) => JsonAnswer {
  const known = new Map<string, JsonAnswer>();
  return (req) => {
    const { role } = identityOf(req);
    const name = schema.roles.has(role) ? role : ""; // a role that is no longer configured grants nothing
    const answer = known.get(name) ?? roleAnswer(make(name));
    known.set(name, answer);
    return answer;
  };
}

/** What one caller's role may see, with an ETag. */
export function roleAnswer(value: unknown): JsonAnswer {
  const body = JSON.stringify(value);
  return { body, etag: { tag: etagOf(body) }, headers: BY_CALLER };
}
