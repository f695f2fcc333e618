import { entityOf, type Entity, type Schema } from "@colophon/engine";
import { AppError, invalid } from "@colophon/errors";
import type { Request } from "express";
import { parameterOf } from "../http/request.ts";
import { idOf } from "../writes/write.ts";

/** An entity with versions. @throws NOT_FOUND for one without: it has none of their routes */
export function versionedOf(schema: Schema, name: string): Entity {
  const entity = entityOf(schema, name);
  if (!entity.versions) throw new AppError("NOT_FOUND");
  return entity;
}

/** @throws VALIDATION_ERROR when drafts are asked of an entity that has none */
export function requireDrafts(schema: Schema, name: string, draft: boolean): void {
  const isWrong = draft && !entityOf(schema, name).versions;
  if (isWrong) throw invalid([{ field: "draft", message: `${name} has no drafts` }]);
}

export const KINDS = ["global", "collection"] as const;

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
