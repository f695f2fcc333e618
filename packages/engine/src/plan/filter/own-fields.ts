import type { Filter } from "./contract.ts";
import type { Field } from "../../types.ts";

/** The fields that a filter compares; null if it also needs other tables, as a filter through a relation does. */
export function ownFieldsOf(filter: Filter | null): readonly Field[] | null {
  if (!filter) return [];
  if (filter.kind === "not") return ownFieldsOf(filter.of);
  if (filter.kind === "test") return filter.nested || filter.field.storage.kind !== "column" ? null : [filter.field];
  if (filter.kind === "through" || filter.kind === "referred") return null;
  const parts = filter.of.map(ownFieldsOf);
  return parts.every((part) => part !== null) ? parts.flat() : null;
}
