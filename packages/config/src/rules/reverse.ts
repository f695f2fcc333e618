import { markdownPointers, pointersIn } from "@colophon/model";
import { quoteList } from "../messages.ts";
import { checkEntity, targetOf, type Catalog } from "./catalog.ts";
import type { EntityView } from "./entities.ts";
import type { FieldView } from "./read-fields.ts";
import type { ReverseView } from "./read-reverses.ts";

/**
 * Each reverse field names a relation to this entity, or a path to a reference inside objects, arrays, blocks and rich text, of another or the
 * same entity.
 */
export function checkReverses(entities: readonly EntityView[], catalog: Catalog): void {
  const collections = entities.flatMap(({ name, global }) => (name === null || global ? [] : [name]));
  for (const entity of entities) for (const reverse of entity.reverses) checkReverse(entity, reverse, { catalog, collections });
}

interface Known {
  readonly catalog: Catalog;
  /** Documents refer to all of them unless `embeds` says otherwise. */
  readonly collections: readonly string[];
}

function checkReverse(entity: EntityView, { from, field, place }: ReverseView, { catalog, collections }: Known): void {
  if (from === undefined || field === undefined || entity.name === null) return;
  checkEntity(from, place.at("from"), catalog);
  const fields = catalog.get(from);
  if (!fields) return;
  const first = fields.find(({ name }) => name === field.split(".")[0]);
  const relations = referencesIn(fields, "", collections).flatMap((reference) =>
    reference.target === entity.name ? [reference.path] : [],
  );
  if (relations.includes(field) || (first?.type === null && !first.isReverse)) return;
  const correction =
    relations.length > 0 ? `Name ${quoteList(relations)}` : `Add a relation to "${entity.name}" there, or remove this field`;
  place.at("field").report(`${correction}: "${field}" is not a relation of "${from}" to "${entity.name}".`);
}

interface ReferenceView {
  readonly path: string;
  readonly target: string;
}

/** The references of fields, and those inside objects, arrays, blocks and rich text by their paths. The automatic fields have ids that aren't references. */
function referencesIn(fields: readonly FieldView[], path: string, collections: readonly string[]): readonly ReferenceView[] {
  const isOwn = path === "";
  return fields.flatMap((field) =>
    field.name === null || (isOwn && field.nested) ? [] : referencesAt(field, `${path}${field.name}`, collections),
  );
}

function referencesAt(field: FieldView, path: string, collections: readonly string[]): readonly ReferenceView[] {
  const target = targetOf(field);
  if (target !== null) return [{ path, target }];
  if (field.item !== null) return referencesAt(field.item, path, collections);
  const inBlocks = field.blocks.flatMap(({ name, fields }) => (name === null ? [] : referencesIn(fields, `${path}.${name}.`, collections)));
  return [...referencesIn(field.fields, `${path}.`, collections), ...inBlocks, ...referencesInText(field, path, collections)];
}

/** Those of nodes and links: `body.record.author`, `body.link.author`. */
function referencesInText({ type, options }: FieldView, path: string, collections: readonly string[]): readonly ReferenceView[] {
  if (type !== "richtext" || options.format === "blocks") return [];
  const text = { name: "", type, ...(options.embeds && { embeds: options.embeds }) } as const;
  const pointers = options.format === "document" ? pointersIn({ embeds: collections, ...text }) : markdownPointers(text);
  return pointers.flatMap(({ names, definition }) =>
    definition.type === "relation" ? [{ path: [path, ...names].join("."), target: definition.to }] : [],
  );
}
