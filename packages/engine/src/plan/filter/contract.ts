/** What a checked filter is, and who it is checked for. */
import type { ErrorDetail } from "@colophon/errors";
import type { Value } from "../../placeholder.ts";
import type { Actor, Entity, Field, NestedReference, Schema, Table } from "../../types.ts";
import type { Kind } from "./operand.ts";

/** The rows of an entity that somebody may read or write: those of the filter, null for all. */
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

/** A nested reference, and the column that holds its ids. */
export interface NestedPlace {
  readonly reference: NestedReference;
  readonly table: Table;
  readonly column: string;
}

/** Some row that the relation points to satisfies the rest. */
export interface ThroughFilter {
  readonly kind: "through";
  readonly field: Field;
  /** Of a reference inside the field's objects, arrays and blocks: any of those there. */
  readonly nested?: NestedPlace;
  readonly target: RowFilter;
  readonly of: Filter;
}

/** Some row that refers to it by the relation satisfies the rest. */
export interface ReferredFilter {
  readonly kind: "referred";
  readonly field: Field;
  readonly from: RowFilter;
  readonly of: Filter;
}

/** One comparison. `inside` is the way into a JSON object, empty for a field of its own. */
export interface TestFilter {
  readonly kind: "test";
  readonly field: Field;
  readonly nested?: NestedPlace;
  readonly inside: readonly string[];
  readonly valueKind: Kind;
  readonly operator: string;
  readonly values: readonly Value[];
}

/** The id of a record's owner that a condition names, and the parameter that names it. */
export interface NamedOwner {
  readonly id: string;
  readonly at: string;
}

/** Who reads. A `trusted` one is the configuration itself: a permission's filter may name what its role can't see. */
export interface Reader {
  readonly schema: Schema;
  readonly actor: Actor;
  readonly trusted: boolean;
  /** The entity of a read of drafts: its records have `_status`. */
  readonly drafted?: Entity | null;
  /** Collects the problems, so that all are reported at once. */
  readonly problems: ErrorDetail[];
  /** The caller's conditions so far that PostgreSQL can answer only by reading every row's text. */
  readonly work: { textScans: number };
  /** Where the owners of records are collected that the caller's conditions name. */
  readonly named?: NamedOwner[];
}
