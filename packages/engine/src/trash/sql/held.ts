/** Values that are stored for a record while it is in the trash. */
import { freedFields, requiredReferences } from "../freed-fields.ts";
import type { Entity, Field } from "../../types.ts";
import { column, literal, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { columnNameOf, freshLinks, objectOf } from "../../sql/values.ts";

/** All values stored for a record, by field name. `row` is the alias of its row, locked. */
export function heldJson(entity: Entity, row: string): Sql {
  const held = new Set([...freedFields(entity), ...requiredReferences(entity)]);
  return objectOf([...held].map((field) => [field.name, heldValue(field, row)]));
}

/** Whether a value was stored for the field. */
export function wasHeld(held: Sql, field: Field): Sql {
  return sql`nullif(${held} ->> ${literal(field.name)}, '[]') is not null`;
}

/** The columns that the row has no values in. */
export function freedColumns(entity: Entity): readonly string[] {
  return freedFields(entity).flatMap((field) => (field.storage.kind === "column" ? [columnNameOf(field)] : []));
}

function heldValue(field: Field, row: string): Sql {
  if (field.storage.kind === "junction") return freshLinks(field, column(row, "id"));
  return column(row, columnNameOf(field));
}
