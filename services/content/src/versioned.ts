import { entityOf, type Entity, type Schema } from "@colophon/engine";
import { AppError, invalid } from "@colophon/errors";

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
