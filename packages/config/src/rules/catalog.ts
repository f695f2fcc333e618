import { OWNER_FIELDS, RECORD_FIELDS, TRANSLATION_FIELDS } from "@colophon/model";
import { BUILT_IN_ENTITIES } from "../built-ins.ts";
import { createReport, type IssuePath } from "../problems.ts";
import { nearest, quoteList } from "../messages.ts";
import type { EntityView } from "./entities.ts";
import type { Named } from "./names.ts";
import { readFields, withNested, type FieldView } from "./read-fields.ts";

/** Every entity that a relation, permission or path may name: the configured ones and the built-in ones. */
export type Catalog = ReadonlyMap<string, readonly FieldView[]>;

/** Lists configured and built-in entities by name, each with the automatic fields that a filter may name. */
export function createCatalog(entities: readonly EntityView[]): Catalog {
  const builtIn = BUILT_IN_ENTITIES.map(({ name, fields }) => [name, [...AUTOMATIC, ...readFields(fields, createReport().root)]] as const);
  const collections = entities.flatMap(({ name, global }) => (name === null || global ? [] : [name]));
  const own = entities.flatMap(({ name, fields, reverses, translatable }) => {
    if (name === null) return [];
    const named = fields.map((field) => embedding(field, collections));
    return [[name, [...AUTOMATIC, ...(translatable ? TRANSLATED : []), ...named, ...reverses.map(reverseField)]] as const];
  });
  return new Map([...builtIn, ...own]);
}

/** The field; its documents refer to all collections unless `embeds` says otherwise. */
function embedding(field: FieldView, collections: readonly string[]): FieldView {
  const inside = (fields: readonly FieldView[]) => fields.map((inner) => embedding(inner, collections));
  const options = field.options.format === "document" ? { embeds: collections, ...field.options } : field.options;
  const blocks = field.blocks.map((block) => ({ ...block, fields: inside(block.fields) }));
  return { ...field, options, fields: inside(field.fields), item: field.item && embedding(field.item, collections), blocks };
}

function reverseField({ name, issuePath }: Named): FieldView {
  return { name, issuePath, type: null, options: {}, isReverse: true, nested: false, fields: [], item: null, blocks: [] };
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
    if (target !== null) checkEntity(target, field.issuePath.at("to"), catalog);
    for (const [index, embedded] of (field.options.embeds ?? []).entries())
      checkEntity(embedded, field.issuePath.at("embeds", index), catalog);
  }
}

/** An entity of this name exists. */
export function checkEntity(name: string, issuePath: IssuePath, catalog: Catalog): void {
  if (catalog.has(name)) return;
  const suggestion = nearest(name, [...catalog.keys()]);
  issuePath.report(
    suggestion === undefined
      ? `Name one of the entities ${quoteList([...catalog.keys()])}: there is no "${name}".`
      : `Write "${suggestion}" instead of "${name}": there is no such entity.`,
  );
}

/** A field with ids is like a relation that can't be followed. */
const TYPES = { id: "relation", text: "text", datetime: "datetime" } as const;

function automatic(
  { name, kind }: { readonly name: string; readonly kind: keyof typeof TYPES },
  options: FieldView["options"] = {},
): FieldView {
  return { name, issuePath: createReport().root, type: TYPES[kind], options, nested: false, fields: [], item: null, blocks: [] };
}

const AUTOMATIC = [...RECORD_FIELDS.map((field) => automatic(field)), ...OWNER_FIELDS.map((field) => automatic(field, { to: "_user" }))];
const TRANSLATED = TRANSLATION_FIELDS.map((field) => automatic(field));
