/** One row of the table of field types. */
import type { FieldDefinition, FieldType } from "./definitions.ts";
import type { Pattern } from "./pattern.ts";

/** A JSON Schema (draft 2020-12), as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One field type's own definition: `DefinitionOf<"select">` has `options`. */
export type DefinitionOf<T extends FieldType> = FieldDefinition & { type: T };

/** An id in a body that must name an existing row; a foreign key also checks one at the top level. */
export interface Reference {
  /** Dotted path in the body: `author`, `gallery.2.photo`. */
  readonly path: string;
  readonly entity: string;
  readonly id: string;
  readonly nested: boolean;
  /** The path of the to-many relation that contains it. */
  readonly list?: string;
  /** Media types an asset must have, as written in the configuration (`image/*`), or null for any. */
  readonly accept: readonly string[] | null;
  readonly maxBytes: number | null;
}

/** A call of a project's own `validate` that is still to be made. */
export interface PendingCheck {
  readonly path: string;
  readonly definition: FieldDefinition;
  readonly value: unknown;
}

/** The path of a value in the body, and the functions for its parser. */
export interface ParseContext {
  readonly path: string;
  /** The value is already stored: parts that are no longer defined are left out instead of refused. */
  readonly isStored: boolean;
  /** Whether the member at `below` is already stored, and stays even if it is no longer accepted. */
  isUnchanged(below: string): boolean;
  /** Reports a problem of the value, or of its member at `below`; returns undefined. */
  reject(message: string, below?: string): undefined;
  /** Parses a nested value by its own definition. */
  parse(definition: FieldDefinition, value: unknown, below: string): unknown;
  /** Parses the members of an object by a list of definitions; unknown members are refused. */
  parseFields(fields: readonly FieldDefinition[], value: Record<string, unknown>, below?: string): Record<string, unknown>;
  /** Records an id that must exist. */
  refer(reference: Omit<Reference, "path" | "nested">, below?: string): void;
  /** The compiled pattern of a text field. */
  patternOf(pattern: string | RegExp): Pattern;
  /** A new key for an item of a `blocks` field. */
  makeKey(): string;
}

/** The JSON Schema or sample of a nested definition, from the table of all field types. */
export interface Nested {
  schema(definition: FieldDefinition): JsonSchema;
  sample(definition: FieldDefinition): unknown;
}

/** One field type. Methods, so that the table can be used with any definition. */
export interface FieldTypeRule<T extends FieldType> {
  /** The column's SQL type, or null where the values are rows of a junction table. */
  column(definition: DefinitionOf<T>): string | null;
  /** The value as it is stored, in JSON form; undefined if something was rejected. Never called with null. */
  parse(value: unknown, definition: DefinitionOf<T>, context: ParseContext): unknown;
  /** The schema of a value that is not null. */
  schema(definition: DefinitionOf<T>, nested: Nested): JsonSchema;
  /** A value that `parse` accepts. */
  sample(definition: DefinitionOf<T>, nested: Nested): unknown;
}
