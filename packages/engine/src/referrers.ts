/** Who refers to an entity, and what becomes of it when a record goes. */
import { fitName } from "./names.ts";
import { rememberFor } from "./remember.ts";
import type { Entity, Field, Schema, Table } from "./types.ts";

/** As PostgreSQL's foreign keys have it; a junction's rows cascade, whatever their relation says but `restrict`. */
export type OnDelete = "no action" | "cascade" | "set null";

/** What a relation's foreign key does when the record that it points to is deleted. */
export function onDeleteOf({ definition, storage }: Pick<Field, "definition" | "storage">): OnDelete {
  const chosen = ("onDelete" in definition ? definition.onDelete : undefined) ?? (definition.required ? "restrict" : "setNull");
  if (chosen === "restrict") return "no action"; // as strict as RESTRICT, but a record may still refer to itself
  return chosen === "cascade" || storage.kind === "junction" ? "cascade" : "set null";
}

/** A relation, seen from the entity that it points to. */
export interface Referrer {
  readonly entity: Entity;
  readonly field: Field;
  /** Where the ids are kept: the referring entity's table, or a junction. */
  readonly table: Table;
  readonly column: string;
  readonly onDelete: OnDelete;
  /** The name of its foreign key. */
  readonly constraint: string;
}

/** The name of a foreign key, which says all that it does. */
export function foreignKeyName(from: Table, column: string, target: Table, onDelete: OnDelete): string {
  return fitName(`fk.${from.name}.${column}.${target.name}.${onDelete.replace(" ", "_")}`);
}

function referrer(entity: Entity, field: Field, target: Entity): Referrer {
  const { storage } = field;
  const [table, column] = storage.kind === "junction" ? [storage.table, "target_id"] : [entity.table, storage.column];
  const onDelete = onDeleteOf(field);
  return { entity, field, table, column, onDelete, constraint: foreignKeyName(table, column, target.table, onDelete) };
}

const remembered = rememberFor<readonly Referrer[]>();

/** All relations that point to the entity. */
export function referrersOf(schema: Schema, target: Entity): readonly Referrer[] {
  return remembered(schema, target.name, () =>
    [...schema.entities.values()].flatMap((entity) =>
      entity.fields.filter((field) => field.target === target.name).map((field) => referrer(entity, field, target)),
    ),
  );
}

/** Whether the records of a referring entity go along with the one that they refer to. */
export function goesAlong({ field, onDelete }: Referrer): boolean {
  return onDelete === "cascade" && field.storage.kind === "column";
}
