/** Merges the changes of two people to the same record, by field. */
import { isPlainObject } from "@colophon/model";
import type { FieldDefinition } from "@colophon/config";
import { bodyValue } from "./body.ts";
import { below, withValueAt } from "./paths.ts";
import { isSameValue } from "./same-value.ts";
import { isStoredField, type FormField, type Values } from "./types.ts";

/** A field that both have changed differently. */
export interface Conflict {
  readonly path: string;
  readonly definition: FieldDefinition;
  readonly mine: unknown;
  readonly theirs: unknown;
}
export interface Merged {
  /** With my value where there is a conflict. */
  readonly values: Values;
  readonly conflicts: readonly Conflict[];
}
interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
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
  const isSame = (one: unknown, other: unknown) => isSameValue(definition, bodyValue(definition, one), bodyValue(definition, other));
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
  return { value: mine, conflicts: [{ path, definition, mine, theirs }] };
}

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
  return conflicts.filter(({ path }) => paths.has(path)).reduce((all, { path, theirs }) => withValueAt(all, path, theirs), values);
}
