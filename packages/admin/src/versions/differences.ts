/** The changes between two versions, by field. */
import type { FieldDefinition } from "@colophon/config";
import { isEqual } from "../record-model/same-value.ts";
import { comparedTexts, wordParts, type Part } from "./compared-texts.ts";
import { isStoredField, type FormField, type Values } from "../record-model/types.ts";

export type Difference = { readonly definition: FieldDefinition } & (
  | { readonly kind: "text"; readonly parts: readonly Part[] }
  | { readonly kind: "value"; readonly before: unknown; readonly after: unknown }
);

/** Texts are compared word by word, other values as a whole. */
export function differences(fields: readonly FormField[], before: Values, after: Values): readonly Difference[] {
  return fields.filter(isStoredField).flatMap(({ definition }) => {
    const [old, now] = [before[definition.name] ?? null, after[definition.name] ?? null];
    return isEqual(old, now) ? [] : [difference(definition, old, now)];
  });
}

function difference(definition: FieldDefinition, before: unknown, after: unknown): Difference {
  const texts = comparedTexts(definition, before, after);
  return texts ? { definition, kind: "text", parts: wordParts(...texts) } : { definition, kind: "value", before, after };
}
