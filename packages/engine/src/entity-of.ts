import { AppError } from "@colophon/model/errors";
import type { Entity, Schema } from "./types.ts";

/** The entity of that name. @throws NOT_FOUND */
export function entityOf(schema: Schema, name: string): Entity {
  const entity = schema.entities.get(name);
  if (!entity) throw new AppError("NOT_FOUND");
  return entity;
}
