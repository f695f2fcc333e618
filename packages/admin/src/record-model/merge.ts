/** Merges the changes of two people to the same record: by field, and rich text by its blocks. */
import { isPlainObject } from "@colophon/model";
import type { FieldDefinition } from "@colophon/config";
import { bodyValue } from "./body.ts";
import type { Three } from "./merge-items.ts";
import { mergeRichText, textBlocks, withBlocks, type MergeFields } from "./merge-rich-text.ts";
import { below, valueAt, withValueAt } from "./paths.ts";
import { isSameValue } from "./same-value.ts";
import { isStoredField, type FormField, type Values } from "./types.ts";

/** A field that both have changed differently. */
export interface Conflict {
  readonly path: string;
  readonly definition: FieldDefinition;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Set if it is a part of a text: both values are blocks, mine are in the merged text from this place on. */
  readonly part?: { readonly of: string; readonly at: number };
}
export interface Merged {
  /** With my value where there is a conflict. */
  readonly values: Values;
  readonly conflicts: readonly Conflict[];
}
type Part = { readonly value: unknown; readonly conflicts: readonly Conflict[] };

/** Merges what both have changed since `base`. */
export function merge(fields: readonly FormField[], given: Three<Values>): Merged {
  const definitions = fields.filter(isStoredField).map(({ definition }) => definition);
  return mergeMembers(definitions, given, "");
}

function mergeMembers(fields: readonly FieldDefinition[], { base, mine, theirs }: Three<Values>, path: string): Merged {
  const parts = fields.map((field) => {
    const { name } = field;
    return [name, mergeValue(field, { base: base[name], mine: mine[name], theirs: theirs[name] }, below(path, name))] as const;
  });
  return {
    values: { ...mine, ...Object.fromEntries(parts.map(([name, { value }]) => [name, value])) },
    conflicts: parts.flatMap(([, { conflicts }]) => conflicts),
  };
}

function mergeValue(definition: FieldDefinition, { base, mine, theirs }: Three<unknown>, path: string): Part {
  const isSame = (a: unknown, b: unknown) => isSameValue(definition, bodyValue(definition, a), bodyValue(definition, b));
  if (isSame(mine, theirs) || isSame(base, theirs)) return { value: mine, conflicts: [] };
  if (isSame(base, mine)) return { value: theirs, conflicts: [] };
  if (definition.type === "object" && isPlainObject(mine) && isPlainObject(theirs)) {
    const { values, conflicts } = mergeMembers(definition.fields, { base: isPlainObject(base) ? base : {}, mine, theirs }, path);
    return { value: values, conflicts };
  }
  if (definition.type === "blocks") {
    const merged = mergeBlocks(definition.blocks, { base, mine, theirs }, path);
    if (merged) return merged;
  }
  if (definition.type === "richtext") {
    const merged = mergeRichText(definition, { base, mine, theirs }, mergeFields);
    if (merged) {
      const conflicts = merged.conflicts.map(({ base: place, at, mine: own, theirs: other }): Conflict => {
        return { path: below(path, place), definition, mine: own, theirs: other, part: { of: path, at } };
      });
      return { value: withBlocks(mine ?? theirs, merged.items), conflicts };
    }
  }
  return { value: mine, conflicts: [{ path, definition, mine, theirs }] };
}

const mergeFields: MergeFields = (fields, three) => {
  const { values, conflicts } = mergeMembers(fields, three, "");
  return conflicts.length === 0 ? values : null;
};

type Kinds = readonly { readonly name: string; readonly fields: readonly FieldDefinition[] }[];

/** Merges block by block if all three have the same blocks in the same order, else null. */
function mergeBlocks(kinds: Kinds, { base, mine, theirs }: Three<unknown>, path: string): Part | null {
  if (keysOf(base) === null || keysOf(base) !== keysOf(mine) || keysOf(mine) !== keysOf(theirs)) return null;
  const [old, own, other] = [base, mine, theirs] as readonly (readonly Values[])[];
  const merged = (own ?? []).map((block, at) => {
    const fields = kinds.find(({ name }) => name === block["_type"])?.fields ?? [];
    return mergeMembers(fields, { base: old?.[at] ?? {}, mine: block, theirs: other?.[at] ?? {} }, below(path, at));
  });
  return { value: merged.map(({ values }) => values), conflicts: merged.flatMap(({ conflicts }) => conflicts) };
}

function keysOf(blocks: unknown): string | null {
  return Array.isArray(blocks) && blocks.every(isPlainObject)
    ? JSON.stringify(blocks.map((block) => [block["_type"], block["_key"]]))
    : null;
}

/** The merged values, with their values at the given paths. */
export function withTheirs({ values, conflicts }: Merged, paths: ReadonlySet<string>): Values {
  const chosen = conflicts.filter(({ path }) => paths.has(path));
  return chosen.toReversed().reduce((all, { path, mine, theirs, part }) => {
    if (!part) return withValueAt(all, path, theirs);
    const text = valueAt(all, part.of); // later parts are replaced first: the places of earlier ones stay right
    const [own, other] = [mine, theirs] as readonly (readonly unknown[])[];
    const blocks = (textBlocks(text) ?? []).toSpliced(part.at, own?.length ?? 0, ...(other ?? []));
    return withValueAt(all, part.of, withBlocks(text ?? theirText(other), blocks));
  }, values);
}

/** A text that has blocks like these. */
function theirText(blocks: readonly unknown[] = []): unknown {
  return typeof blocks[0] === "string" ? "" : [];
}
