import { OWNER_FIELDS, RECORD_FIELDS, TRANSLATION_FIELDS } from "@colophon/model";
import { BUILT_IN_ENTITIES } from "../built-ins.ts";
import { createReport, type IssuePath } from "../problems.ts";
import { nearest, quoteList } from "../messages.ts";
import type { EntityView } from "./entities.ts";
import type { Named } from "./names.ts";
import { readFields, withNested, type FieldView } from "./read-fields.ts";

const MAX_STEPS = 3;

/** Every entity that a relation, permission or path may name: the configured ones and the built-in ones. */
export type Catalog = ReadonlyMap<string, readonly FieldView[]>;

/** Lists configured and built-in entities by name, each with the automatic fields that a filter may name. */
export function createCatalog(entities: readonly EntityView[]): Catalog {
  const builtIn = BUILT_IN_ENTITIES.map(({ name, fields }) => [name, [...AUTOMATIC, ...readFields(fields, createReport().root)]] as const);
  const own = entities.flatMap(({ name, fields, reverses, translatable }) =>
    name === null ? [] : [[name, [...AUTOMATIC, ...(translatable ? TRANSLATED : []), ...fields, ...reverses.map(reverseField)]] as const],
  );
  return new Map([...builtIn, ...own]);
}

function reverseField({ name, place }: Named): FieldView {
  return { name, place, type: null, options: {}, isReverse: true, nested: false, fields: [], item: null, blocks: [] };
}

/** The entity of the record that a field's value refers to, or null if the field is no reference. */
export function targetOf({ type, options }: FieldView): string | null {
  if (type === "relation") return options.to ?? null;
  return type === "image" || type === "video" || type === "file" ? `_${type}` : null;
}

/** Each relation, at any depth, refers to an existing entity. */
export function checkRelations(entities: readonly EntityView[], catalog: Catalog): void {
  for (const field of entities.flatMap((entity) => entity.fields.flatMap(withNested))) {
    const target = targetOf(field);
    if (target !== null) checkEntity(target, field.place.at("to"), catalog);
    for (const [index, embedded] of (field.options.embeds ?? []).entries()) checkEntity(embedded, field.place.at("embeds", index), catalog);
  }
}

/** An entity of this name exists. */
export function checkEntity(name: string, place: IssuePath, catalog: Catalog): void {
  if (catalog.has(name)) return;
  const suggestion = nearest(name, [...catalog.keys()]);
  place.report(
    suggestion === undefined
      ? `Name one of the entities ${quoteList([...catalog.keys()])}: there is no "${name}".`
      : `Write "${suggestion}" instead of "${name}": there is no such entity.`,
  );
}

/** The field at a dotted path, or why there is none; `field` is null if an earlier mistake hides it. */
export type Destination = { readonly field: FieldView | null; readonly entity: string } | { readonly problem: string };

/** Follows a path such as `author.name` or `seo.headline` through relations and nested objects; a filter's also through arrays and blocks. */
export function follow(catalog: Catalog, entity: string, path: string, { isFilter = false } = {}): Destination {
  const fields = catalog.get(entity) ?? [];
  return followNames(path.split("."), { catalog, isFilter, entity, fields, where: `the entity "${entity}"`, steps: 0 });
}

interface Here {
  readonly catalog: Catalog;
  readonly isFilter: boolean;
  readonly entity: string;
  readonly fields: readonly FieldView[];
  readonly where: string;
  /** The number of relations so far. */
  readonly steps: number;
}

function followNames([name = "", ...rest]: readonly string[], here: Here): Destination {
  const { catalog, isFilter, entity } = here;
  const found = here.fields.find((known) => known.name === name);
  if (found === undefined) return { problem: unknownField(name, here) };
  if (found.isReverse) return { problem: `Name another field than "${name}": it is of type reverse, which only requests may name.` };
  const field = isFilter ? elementOf(found, rest.length > 0) : found;
  if (rest.length === 0 || field.type === null) return { field: field.type === null ? null : field, entity };
  if (field.type === "object") return followNames(rest, { ...here, fields: field.fields, where: `the object "${name}"` });
  if (field.type === "blocks" && isFilter) return followBlocks(rest, field, here);
  const target = targetOf(field);
  if (target === null || field.nested)
    return { problem: `End this path at "${name}": it is of type ${field.type}, which can't be followed here.` };
  if (!catalog.has(target)) return { field: null, entity };
  if (here.steps === MAX_STEPS) return { problem: `Shorten this path: it may follow at most ${MAX_STEPS} relations.` };
  const next = { entity: target, fields: catalog.get(target) ?? [], where: `the entity "${target}"`, steps: here.steps + 1 };
  return followNames(rest, { ...here, ...next });
}

/** What a filter compares of an array, or where its path goes on: the array's elements; a list of objects or blocks itself has no value. */
function elementOf(field: FieldView, isFollowed: boolean): FieldView {
  if (field.type !== "array" || field.item === null) return field;
  const item = elementOf(field.item, isFollowed);
  return isFollowed || (item.type !== "object" && item.type !== "blocks") ? item : field;
}

function followBlocks([name = "", ...rest]: readonly string[], { blocks }: FieldView, here: Here): Destination {
  const block = blocks.find((known) => known.name === name);
  const names = quoteList(blocks.flatMap((known) => known.name ?? []));
  if (block === undefined) return { problem: `Name one of the blocks ${names}: there is no block "${name}".` };
  if (rest.length === 0) return { problem: `Continue this path with a field of the block "${name}".` };
  return followNames(rest, { ...here, fields: block.fields, where: `the block "${name}"` });
}

/** The message about an unknown field name. */
export function unknownField(name: string, { fields, where }: { fields: readonly FieldView[]; where: string }): string {
  const names = fields.flatMap((field) => (field.name === null ? [] : [field.name]));
  const suggestion = nearest(name, names);
  return suggestion === undefined
    ? `Name a field of ${where}: it has no field "${name}", only ${quoteList(names)}.`
    : `Write "${suggestion}" instead of "${name}": ${where} has no field "${name}".`;
}

/** A field with ids is like a relation that can't be followed. */
const TYPES = { id: "relation", text: "text", datetime: "datetime" } as const;

function automatic(
  { name, kind }: { readonly name: string; readonly kind: keyof typeof TYPES },
  options: FieldView["options"] = {},
): FieldView {
  return { name, place: createReport().root, type: TYPES[kind], options, nested: kind === "id", fields: [], item: null, blocks: [] };
}

const AUTOMATIC = [...RECORD_FIELDS.map((field) => automatic(field)), ...OWNER_FIELDS.map((field) => automatic(field, { to: "_user" }))];
const TRANSLATED = TRANSLATION_FIELDS.map((field) => automatic(field));
