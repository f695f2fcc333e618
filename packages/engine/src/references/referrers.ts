/** The references to an entity, and what happens to them when a record is deleted. */
import { foreignKeyName } from "../names.ts";
import { chosenFor } from "./nested-references.ts";
import { memoizeFor } from "../memoize.ts";
import { referenceTableOf } from "./reference-tables.ts";
import type { Entity, Field, OnDelete, Schema, Table } from "../types.ts";

/** What a relation's foreign key does when the record that it points to is deleted. */
export function onDeleteOf({ definition, storage }: Pick<Field, "definition" | "storage">): OnDelete {
  const chosen = chosenFor(definition);
  return chosen === "set null" && storage.kind === "junction" ? "cascade" : chosen;
}

/** Where records contain ids: a field, or a path in it. */
export interface ReferringPath {
  readonly field: Field;
  /** The field's name, or the dotted path inside it. */
  readonly path: string;
}

/** References to an entity: a relation, or all that a table of nested references has in one column. */
export interface Referrer {
  readonly entity: Entity;
  readonly fieldPaths: readonly ReferringPath[];
  /** The table with the ids: the referring entity's table, a junction, or the table of its nested references. */
  readonly kind: "column" | "junction" | "nested";
  readonly table: Table;
  readonly column: string;
  /** The column with the referring record's id. */
  readonly source: "id" | "source_id";
  readonly onDelete: OnDelete;
  /** The name of its foreign key. */
  readonly constraint: string;
}

function referrer(entity: Entity, field: Field, target: Entity): Referrer {
  const { storage } = field;
  const isLink = storage.kind === "junction";
  const [table, column] = isLink ? [storage.table, "target_id"] : [entity.table, storage.column];
  const onDelete = onDeleteOf(field);
  const constraint = foreignKeyName(table, column, target.table, onDelete);
  const fieldPaths = [{ field, path: field.name }];
  return { entity, fieldPaths, kind: storage.kind, table, column, source: isLink ? "source_id" : "id", onDelete, constraint };
}

function nestedReferrers(schema: Schema, entity: Entity, target: Entity): readonly Referrer[] {
  const held = referenceTableOf(schema, entity);
  const columns = held?.columns.filter((column) => column.target === target) ?? [];
  return columns.map(({ name: column, onDelete, constraint, references: fieldPaths }) => {
    return { entity, fieldPaths, kind: "nested", table: held?.table ?? entity.table, column, source: "source_id", onDelete, constraint };
  });
}

const memoized = memoizeFor<readonly Referrer[]>();

/** All references to the entity. */
export function referrersOf(schema: Schema, target: Entity): readonly Referrer[] {
  return memoized(schema, target.name, () =>
    [...schema.entities.values()].flatMap((entity) => [
      ...entity.fields.filter((field) => field.target === target.name).map((field) => referrer(entity, field, target)),
      ...nestedReferrers(schema, entity, target),
    ]),
  );
}

/** Whether the records of a referring entity are deleted with the one that they refer to. */
export function isDeletedWithTarget({ kind, onDelete }: Referrer): boolean {
  return onDelete === "cascade" && kind !== "junction";
}
