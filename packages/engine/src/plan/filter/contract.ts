/** The form of a checked filter, and its reader. */
import type { ErrorDetail } from "@colophon/model/errors";
import type { Kind } from "@colophon/model";
import type { Value } from "../../placeholder.ts";
import type { Entity, Field, Principal, Schema } from "../../types.ts";
import type { NestedColumn, Reference } from "../../views/nested-column.ts";
import type { Viewer } from "../../views/visible.ts";

/** The rows of an entity that a principal may read or write: those that match the filter; null for all. */
export interface RowFilter {
  readonly entity: Entity;
  readonly filter: Filter | null;
}

/** A condition with checked names and values. */
export type Filter =
  | { readonly kind: "and"; readonly of: readonly Filter[] }
  | { readonly kind: "or"; readonly of: readonly Filter[] }
  | { readonly kind: "not"; readonly of: Filter }
  | ThroughFilter
  | ReferredFilter
  | TestFilter;

/** At least one row that the relation points to matches the rest. */
export interface ThroughFilter {
  readonly kind: "through";
  readonly field: Field;
  /** For a reference inside the field's objects, arrays and blocks: any of the references there. */
  readonly nested?: NestedColumn;
  readonly target: RowFilter;
  readonly of: Filter;
}

/** At least one row that refers to this one by the reference matches the rest. */
export interface ReferredFilter extends Reference {
  readonly kind: "referred";
  readonly from: RowFilter;
  readonly of: Filter;
}

/** One comparison. `inside` is the path in a JSON object, empty for the field itself. */
export interface TestFilter {
  readonly kind: "test";
  readonly field: Field;
  readonly nested?: NestedColumn;
  readonly inside: readonly string[];
  /** The path to values inside arrays and blocks, as that of a nested reference: any of them may match. */
  readonly steps?: readonly string[];
  readonly valueKind: Kind;
  readonly operator: string;
  readonly values: readonly Value[];
  /** The translatable entity that an id refers to: translation groups are compared. */
  readonly group?: Entity;
}

/** The id of a record's owner in a condition, and its parameter. */
export interface NamedOwner {
  readonly id: string;
  readonly at: string;
}

/** The reader of one request. */
export interface Reader extends Viewer {
  /** The entity of a read of drafts: its records have `_status`. */
  readonly drafted?: Entity | null;
  /** The entity of a read of its trash: its records have `_deletedAt`. */
  readonly trashed?: Entity | null;
  /** Collects the problems, so that all are reported in one answer. */
  readonly problems: ErrorDetail[];
  /** The number of conditions of the caller so far for which PostgreSQL must read every row's text, or its arrays and blocks. */
  readonly work: { textScans: number };
  /** Collects the owners of records that the caller's conditions name. */
  readonly named?: NamedOwner[];
}

/** The reader of a request. */
export function readerOf(schema: Schema, principal: Principal, of: Pick<Reader, "drafted" | "trashed"> = {}): Reader {
  return { schema, principal, trusted: false, ...of, problems: [], work: { textScans: 0 }, named: [] };
}

/** The fields that a filter compares; null if it also needs other tables, as a filter through a relation does. */
export function ownFieldsOf(filter: Filter | null): readonly Field[] | null {
  if (!filter) return [];
  if (filter.kind === "not") return ownFieldsOf(filter.of);
  if (filter.kind === "test") return filter.nested || filter.field.storage.kind !== "column" ? null : [filter.field];
  if (filter.kind === "through" || filter.kind === "referred") return null;
  const parts = filter.of.map(ownFieldsOf);
  return parts.every((part) => part !== null) ? parts.flat() : null;
}
