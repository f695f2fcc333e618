import { entityOf, parseNoQuery, splitLocale, type Entity, type Schema } from "@colophon/engine";
import { AppError, invalid } from "@colophon/model/errors";
import { searchOf, type Request } from "@colophon/runtime";
import { parameterOf } from "../http/request.ts";
import { idOf } from "../writes/write.ts";

/** An entity with versions. @throws NOT_FOUND for one without: it has none of their routes */
export function versionedOf(schema: Schema, name: string): Entity {
  const entity = entityOf(schema, name);
  if (!entity.versions) throw new AppError("NOT_FOUND");
  return entity;
}

/** @throws VALIDATION_ERROR if drafts are requested of an entity without drafts */
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

/** The row key and the query string of a request. @throws NOT_FOUND for an invalid id, VALIDATION_ERROR */
export function recordIn(schema: Schema, req: Request): { readonly id: string | null; readonly search: string } {
  const given = searchOf(req);
  if (req.params["id"] !== undefined) return { id: idOf(parameterOf(req, "id")), search: given };
  const { locale, search } = splitLocale(schema, entityOf(schema, parameterOf(req, "entity")), given);
  return { id: locale, search };
}

/** Only the key, for routes without other parameters. @throws NOT_FOUND for an invalid id, VALIDATION_ERROR */
export function keyIn(schema: Schema, req: Request): string | null {
  const { id, search } = recordIn(schema, req);
  parseNoQuery(search);
  return id;
}
