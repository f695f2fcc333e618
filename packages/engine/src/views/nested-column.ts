/** References, also those inside objects, arrays and blocks, as far as a reader may see them. */
import { referenceTableOf } from "../references/reference-tables.ts";
import type { Entity, Field, NestedReference, Table } from "../types.ts";
import { seesTarget, type Viewer } from "./visible.ts";
import { visibleWay } from "./way.ts";

/** A nested reference, and the column that contains its ids. */
export interface NestedColumn {
  readonly reference: NestedReference;
  readonly table: Table;
  readonly column: string;
}

/** A relation, or a reference inside a field's objects, arrays and blocks. */
export interface Reference {
  readonly field: Field;
  readonly nested?: NestedColumn;
}

/** The nested reference that a path begins with, if the reader may see it and its target; and the rest of the path. */
export function nestedColumnOf(
  reader: Viewer,
  entity: Entity,
  field: Field,
  below: readonly string[],
): { readonly nestedColumn: NestedColumn; readonly rest: readonly string[] } | null {
  const whole = [field.name, ...below].join(".");
  const reference = field.references.find(({ path }) => whole === path || whole.startsWith(`${path}.`));
  const held = reference && referenceTableOf(reader.schema, entity);
  const column = held?.columns.find(({ references }) => references.some(({ path }) => path === reference?.path));
  if (!reference || !held || !column) return null;
  const names = reference.path.split(".").slice(1);
  if (!visibleWay(reader, entity, field, names)) return null;
  if (!reader.trusted && !seesTarget(reader, reference.definition)) return null;
  return { nestedColumn: { reference, table: held.table, column: column.name }, rest: below.slice(names.length) };
}
