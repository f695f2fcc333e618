/** Operands of filters: the kind of a field, and whether a value fits it. */
import {
  fitValue,
  isCleanText,
  kindOfDefinition,
  type FieldDefinition,
  type FilterOperator,
  type Kind,
  type OPERATORS,
  type SingleKind,
} from "@colophon/model";
import { isPlaceholder, likePattern, placeholder } from "../../placeholder.ts";
import type { LikeMatch, Value } from "../../placeholder.ts";
import type { Field } from "../../types.ts";

/** The kind of a field of an entity, automatic ones included. */
export function kindOf(field: Field): Kind {
  const { storage } = field;
  return storage.kind === "column" && storage.sqlType === "uuid" ? "id" : kindOfDefinition(field.definition);
}

/** The SQL type of each kind of field that has one value. */
export const SCALAR_TYPES = {
  text: "text",
  choice: "text",
  integer: "int8",
  number: "float8",
  boolean: "boolean",
  date: "date",
  datetime: "timestamptz",
  id: "uuid",
} as const satisfies Record<SingleKind, string>;

type PatternOperator = { [O in FilterOperator]: (typeof OPERATORS)[O]["takes"] extends "pattern" ? O : never }[FilterOperator];
const LIKE_MATCHES: Readonly<Record<PatternOperator, LikeMatch>> = {
  $contains: "contains",
  $startsWith: "startsWith",
  $endsWith: "endsWith",
};

/** Where the pattern of an operator matches; null for an operator without one. */
export function likeMatchOf(operator: string): LikeMatch | null {
  return Object.hasOwn(LIKE_MATCHES, operator) ? LIKE_MATCHES[operator as PatternOperator] : null;
}

/** A value that fits, or a sentence that describes what would. */
export type Fitted = { readonly value: Value } | { readonly problem: string };

/** Converts one value, as text from a query string or from the configuration, to the kind of a field. */
export function fitOperand(kind: Kind, definition: FieldDefinition, value: Value): Fitted {
  return isPlaceholder(value) ? { value } : fitValue(kind, definition, value);
}

/** Converts a text to search for inside a value to a LIKE pattern. */
export function fitPattern(value: Value, likeMatch: LikeMatch): Fitted {
  if (isPlaceholder(value)) return { value: placeholder(value.name, likeMatch) };
  if (typeof value !== "string") return { problem: "must be text" };
  return isCleanText(value)
    ? { value: likePattern(value.normalize("NFC"), likeMatch) }
    : { problem: "must not contain NUL characters or unpaired surrogates" };
}
