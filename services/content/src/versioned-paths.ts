import { entityOf, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import type { Request } from "express";
import { parameterOf } from "./request.ts";
import { versionedOf } from "./versioned.ts";
import { idOf } from "./writes.service.ts";

/** Where a record of each kind has its own routes: a global has no id. */
export const RECORD_PATHS = [
  { base: "/api/:entity", kind: "global" },
  { base: "/api/:entity/:id", kind: "collection" },
] as const;

/** A check for routes that only entities with versions have. @throws NOT_FOUND */
export function requireVersionedPath(schema: Schema, kind: "global" | "collection"): (req: Request) => void {
  return (req) => {
    const name = parameterOf(req, "entity");
    if (entityOf(schema, name).kind !== kind) throw new AppError("NOT_FOUND");
    versionedOf(schema, name);
  };
}

/** The record that a request names; null for a global. @throws NOT_FOUND for what is no id */
export function recordIdOf(req: Request): string | null {
  return req.params["id"] === undefined ? null : idOf(parameterOf(req, "id"));
}
