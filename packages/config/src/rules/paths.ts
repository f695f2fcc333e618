/** Dotted paths that the configuration names: `author.name`, `seo.headline`, `body.quote.text`. */
import { OWNER_NAMES } from "@colophon/model";
import { nearest, quoteList } from "../messages.ts";
import { targetOf, type Catalog } from "./catalog.ts";
import type { FieldView } from "./read-fields.ts";
import { textReferences } from "./rich-text.ts";

const MAX_STEPS = 3;

/** The field at a dotted path; `field` is null if an earlier mistake hides it. */
export interface FoundField {
  readonly field: FieldView | null;
  readonly entity: string;
  /** Whether it can have several values in a record, because it lies inside an array, blocks or rich text, or is a list inside an object. */
  readonly isRepeated?: boolean;
}

/** What a path leads to, or why it leads nowhere. */
export type Destination = FoundField | { readonly problem: string };

/** Follows a path through relations and nested objects; a filter's also through arrays, blocks, rich text and the references inside all of them. */
export function follow(catalog: Catalog, entity: string, path: string, { isFilter = false } = {}): Destination {
  const here = { catalog, isFilter, entity, fields: catalog.get(entity) ?? [], where: `the entity "${entity}"` };
  return followNames(path.split("."), { ...here, steps: 0, isRepeated: false });
}

interface Here {
  readonly catalog: Catalog;
  readonly isFilter: boolean;
  readonly entity: string;
  readonly fields: readonly FieldView[];
  readonly where: string;
  /** The number of relations so far. */
  readonly steps: number;
  /** Whether an array, blocks or rich text is on the path since the last relation. */
  readonly isRepeated: boolean;
}

function followNames([name = "", ...rest]: readonly string[], here: Here): Destination {
  const found = here.fields.find((known) => known.name === name);
  if (found === undefined) return { problem: unknownField(name, here) };
  if (found.isReverse) return { problem: `Name another field than "${name}": it is of type reverse, which only requests may name.` };
  const field = here.isFilter ? elementOf(found, rest.length > 0) : found;
  return followField(field, rest, { ...here, isRepeated: here.isRepeated || field !== found });
}

function followField(field: FieldView, rest: readonly string[], here: Here): Destination {
  const { isFilter, entity } = here;
  if (field.type === null) return { field: null, entity };
  if (rest.length === 0) return { field, entity, isRepeated: here.isRepeated || (field.nested && field.options.many === true) };
  if (field.type === "object") return followNames(rest, { ...here, fields: field.fields, where: `the object "${field.name ?? ""}"` });
  if (field.type === "blocks" && isFilter) return followBlocks(rest, field, here);
  if (field.type === "richtext" && isFilter) return followText(rest, field, here);
  return followRelation(field, rest, here);
}

function followRelation(field: FieldView, rest: readonly string[], here: Here): Destination {
  const { catalog, isFilter, entity, steps } = here;
  const target = targetOf(field);
  if (target === null || OWNER_NAMES.includes(field.name ?? "") || (field.nested && !isFilter)) return { problem: deadEnd(field) };
  if (!catalog.has(target)) return { field: null, entity };
  if (steps === MAX_STEPS) return { problem: `Shorten this path: it may follow at most ${MAX_STEPS} relations.` };
  const fields = catalog.get(target) ?? [];
  return followNames(rest, { ...here, entity: target, fields, where: `the entity "${target}"`, steps: steps + 1, isRepeated: false });
}

function deadEnd(field: FieldView): string {
  const inside = targetOf(field) !== null && !OWNER_NAMES.includes(field.name ?? "") ? " inside an object" : "";
  return `End this path at "${field.name ?? ""}": it is of type ${field.type}${inside} and can't be followed.`;
}

/** What a filter compares of an array, or where its path goes on: the array's elements; a list of objects or blocks itself has no value. */
function elementOf(field: FieldView, isFollowed: boolean): FieldView {
  if (field.type !== "array" || field.item === null) return field;
  const item = elementOf(field.item, isFollowed);
  return isFollowed || (item.type !== "object" && item.type !== "blocks") ? { ...item, name: field.name } : field;
}

function followBlocks([name = "", ...rest]: readonly string[], { blocks }: FieldView, here: Here): Destination {
  const block = blocks.find((known) => known.name === name);
  const names = quoteList(blocks.flatMap((known) => known.name ?? []));
  if (block === undefined) return { problem: `Name one of the blocks ${names}: there is no block "${name}".` };
  if (rest.length === 0) return { problem: `Continue this path with a field of the block "${name}".` };
  return followNames(rest, { ...here, fields: block.fields, where: `the block "${name}"`, isRepeated: true });
}

/** Into the own blocks of a document, or to the records that its nodes and links refer to. */
function followText(rest: readonly string[], field: FieldView, here: Here): Destination {
  const found = textReferences(field).find(({ names }) => names.every((name, at) => name === rest[at]));
  if (found) return followField(found.reference, rest.slice(found.names.length), { ...here, isRepeated: true });
  return field.blocks.length > 0 ? followBlocks(rest, field, here) : { problem: deadEnd(field) };
}

/** The message about an unknown field name. */
export function unknownField(name: string, { fields, where }: { fields: readonly FieldView[]; where: string }): string {
  const names = fields.flatMap((field) => (field.name === null ? [] : [field.name]));
  const suggestion = nearest(name, names);
  return suggestion === undefined
    ? `Name a field of ${where}: it has no field "${name}", only ${quoteList(names)}.`
    : `Write "${suggestion}" instead of "${name}": ${where} has no field "${name}".`;
}
