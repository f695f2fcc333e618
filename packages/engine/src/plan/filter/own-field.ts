/** The fields of the entity that is read: its visible ones, and those that only reads of drafts or of the trash have. */
import { DELETED_AT, STATUS } from "../../entities.ts";
import type { Entity, Field } from "../../types.ts";
import { visibleField } from "../../views/visible.ts";
import type { Reader } from "./contract.ts";

/** A field of the entity that is read; drafts have `_status`, and records in the trash `_deletedAt`. */
export function ownField(reader: Reader, entity: Entity, name: string): Field | null {
  if (name === STATUS.name && reader.drafted === entity) return STATUS;
  return name === DELETED_AT.name && reader.trashed === entity ? DELETED_AT : visibleField(reader, entity, name);
}

/** The error for a name that is no visible field of the entity that is read. */
export function unknownField({ drafted, trashed }: Pick<Reader, "drafted" | "trashed">, { versions, trash }: Entity, path: string): string {
  if (path === STATUS.name && versions && !drafted) return "needs draft=true";
  return path === DELETED_AT.name && trash && !trashed ? "needs trashed=true" : `there is no field ${path}`;
}
