/** Records that refer to a record, by the reference through which they do. */
import type { Entity } from "../types.ts";
import { ruleFor } from "../permissions/permissions.ts";
import { nestedColumnOf, type Reference } from "./nested-column.ts";
import { visibleField } from "./visible.ts";
import type { Viewer } from "./visible.ts";

/** The entity of the records of a reverse field. */
export interface VisibleReverse extends Reference {
  readonly from: Entity;
}

/** The records of a reverse field, by their reference: if the reader may see field, records and reference. */
export function visibleReverse(reader: Viewer, entity: Entity, name: string): VisibleReverse | null {
  const reverse = entity.reverses.get(name);
  if (!reverse) return null;
  const rule = ruleFor(reader.schema, reader.principal, entity.name, "read");
  if (!rule || rule.exclude.has(name) || (reverse.hidden && reader.principal.kind !== "system")) return null;
  const from = reader.schema.entities.get(reverse.definition.from);
  const [first = "", ...below] = reverse.definition.field.split(".");
  const field = from && visibleField(reader, from, first);
  if (!from || !field) return null;
  if (field.target !== null) return { from, field };
  const nested = nestedColumnOf(reader, from, field, below);
  return nested && { from, field, nested: nested.nestedColumn };
}
