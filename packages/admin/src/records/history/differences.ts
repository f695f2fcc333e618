/** The changes between two versions, by field. */
import type { FieldDefinition } from "@colophon/config";
import { diffWordsWithSpace } from "diff";
import { isEqual } from "../model/equal.ts";
import { isStoredField, type FormField, type Values } from "../model/types.ts";

export interface Part {
  readonly text: string;
  readonly kind: "same" | "added" | "removed";
}
export type Difference = { readonly definition: FieldDefinition } & (
  | { readonly kind: "text"; readonly parts: readonly Part[] }
  | { readonly kind: "value"; readonly before: unknown; readonly after: unknown }
);

const MAX_TEXT = 100_000;

/** Texts are compared word by word, other values as a whole. */
export function differences(fields: readonly FormField[], before: Values, after: Values): readonly Difference[] {
  return fields.filter(isStoredField).flatMap(({ definition }) => {
    const [old, now] = [before[definition.name] ?? null, after[definition.name] ?? null];
    return isEqual(old, now) ? [] : [difference(definition, old, now)];
  });
}

function difference(definition: FieldDefinition, before: unknown, after: unknown): Difference {
  const isText = (value: unknown) => value === null || (typeof value === "string" && value.length <= MAX_TEXT);
  const isWritten = definition.type === "text" || definition.type === "richtext";
  if (!isWritten || !isText(before) || !isText(after)) return { definition, kind: "value", before, after };
  const parts = diffWordsWithSpace(String(before ?? ""), String(after ?? "")).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
  }));
  return { definition, kind: "text", parts };
}
