/** Texts that are compared by words. */
import { documentText } from "@colophon/model";
import type { FieldDefinition } from "@colophon/config";
import { diffWordsWithSpace } from "diff";

export interface Part {
  readonly text: string;
  readonly kind: "same" | "added" | "removed";
}

const MAX_TEXT = 100_000;

/** The texts of two values of a field; null if they have none, or if it doesn't tell the difference. */
export function comparedTexts({ type }: Pick<FieldDefinition, "type">, before: unknown, after: unknown): readonly [string, string] | null {
  if (type !== "text" && type !== "richtext") return null;
  const [first, second] = [textOf(before), textOf(after)];
  return first === null || second === null || first === second ? null : [first, second];
}

/** A text, or the text of blocks. */
function textOf(value: unknown): string | null {
  const isText = (item: unknown) => typeof item === "string";
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return textOf(value.length > 0 && value.every(isText) ? value.join("\n\n") : documentText(value));
  return typeof value === "string" && value.length <= MAX_TEXT ? value : null;
}

export function wordParts(before: string, after: string): readonly Part[] {
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
  }));
}
