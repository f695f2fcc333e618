/** Who may work with the drafts of which entity. */
import { AppError } from "@colophon/errors";
import { entityOf } from "../schema.ts";
import { sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Actor, Entity, Schema } from "../types.ts";
import { mayKnow, reaches } from "./answer.ts";
import type { Slot } from "./recipe.ts";
import { targetSource } from "./sources.ts";
import { changedCase } from "./verdict.ts";

/** An entity with versions. @throws NOT_FOUND for one without: it has none of these routes */
export function versionedEntity(schema: Schema, entityName: string): Entity {
  const entity = entityOf(schema, entityName);
  if (!entity.versions) throw new AppError("NOT_FOUND");
  return entity;
}

/** The verdict's cases up to what the body is asked about. Every draft operation is an update. */
export function accessCases(schema: Schema, actor: Actor, entity: Entity, expectedVersion?: Slot): readonly Sql[] {
  const target = targetSource(entity);
  return [
    sql`when not ${mayKnow(schema, actor, "update", target)} then 'not_found'`,
    ...changedCase(expectedVersion),
    sql`when not ${reaches(schema, actor, "update", target)} then 'forbidden'`,
  ];
}
