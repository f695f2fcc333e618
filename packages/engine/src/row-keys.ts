/** How a row of an entity is addressed: by its id; a global without a key, or by its locale if it has a row for each. */
import { AppError } from "@colophon/model/errors";
import { isUuid } from "@colophon/model";
import type { Entity } from "./types.ts";

/** RFC 9562, 5.9. No record has it. */
const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** Before the id of any record: where batches begin. */
export const FIRST_ID = NIL_UUID;

/** The translation group of each translatable global: its rows belong together, whichever is created first. */
export const GLOBAL_GROUP = NIL_UUID;

/** A global with a row for each locale. */
export function isLocalized({ kind, translatable }: Pick<Entity, "kind" | "translatable">): boolean {
  return kind === "global" && translatable;
}

/** Whether a text, or null, can address a row of the entity: a row of a translatable global also has an id. */
export function isRowKey(entity: Pick<Entity, "kind" | "translatable">, key: string | null): key is string {
  if (isLocalized(entity)) return key !== null;
  return entity.kind === "collection" && key !== null && isUuid(key);
}

/** @throws NOT_FOUND for an invalid key */
export function checkKey(entity: Pick<Entity, "kind" | "translatable">, key: string | null): void {
  const isOnly = key === null && entity.kind === "global" && !entity.translatable;
  if (!isOnly && !isRowKey(entity, key)) throw new AppError("NOT_FOUND");
}
