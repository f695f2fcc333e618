/** Merges the changes of two people to rich text, by the blocks of its top level. */
import { isPlainObject, type FieldDefinition } from "@colophon/model";
import { mergeItems, type ItemRules, type MergedItems, type Three } from "./merge-items.ts";
import type { DefinitionOf, Values } from "./types.ts";

const BETWEEN = "\n\n";

/** Merges the fields of an own block; null if somebody must choose. */
export type MergeFields = (fields: readonly FieldDefinition[], three: Three<Values>) => Values | null;

/** The blocks of a text; null if they can't be put together again, for example because of several blank lines. */
export function textBlocks(value: unknown): readonly unknown[] | null {
  if (value === null || value === undefined || value === "") return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || /\n{3,}|\r|^\s|\s$/.test(value)) return null;
  return value.split(BETWEEN);
}

/** The text with other blocks, in the form that the value has. */
export function withBlocks(value: unknown, blocks: readonly unknown[]): unknown {
  if (blocks.length === 0) return null;
  return typeof value === "string" ? blocks.join(BETWEEN) : blocks;
}

/** The merged blocks; null if the text can't be merged by blocks. */
export function mergeRichText(
  definition: DefinitionOf<"richtext">,
  { base, mine, theirs }: Three<unknown>,
  mergeFields: MergeFields,
): MergedItems<unknown> | null {
  const [before, own, other] = [textBlocks(base), textBlocks(mine), textBlocks(theirs)];
  return before && own && other && mergeItems({ base: before, mine: own, theirs: other }, rulesOf(definition, mergeFields));
}

function rulesOf({ blocks = [], format }: DefinitionOf<"richtext">, mergeFields: MergeFields): ItemRules<unknown> {
  const kindOf = (item: unknown) => (isPlainObject(item) ? blocks.find(({ name }) => name === item["_type"]) : undefined);
  return {
    keyOf: (item) => JSON.stringify(ordered(item, format === "document" && !kindOf(item))),
    mergeItem({ base, mine, theirs }) {
      const kind = kindOf(base);
      const same = kind && kind === kindOf(mine) && kind === kindOf(theirs);
      const merged = same ? mergeFields(kind.fields, { base: attrsOf(base), mine: attrsOf(mine), theirs: attrsOf(theirs) }) : null;
      return merged && { ...(mine as Values), attrs: merged };
    },
  };
}

function attrsOf(block: unknown): Values {
  return isPlainObject(block) && isPlainObject(block["attrs"]) ? block["attrs"] : {};
}

/** The same JSON with its members in order; a node's members that are null are as good as missing. */
function ordered(value: unknown, isNode: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, isNode));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => !isNode || member !== null);
  return Object.fromEntries(
    members.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, member]) => [name, ordered(member, isNode)]),
  );
}
