import { quoteList } from "../messages.ts";
import { checkEntity, targetOf, type Catalog } from "./catalog.ts";
import type { EntityView } from "./entities.ts";
import type { FieldView } from "./read-fields.ts";
import type { ReverseView } from "./read-reverses.ts";
import { textReferences } from "./rich-text.ts";

/**
 * Each reverse field names a relation to this entity, or a path to a reference inside objects, arrays, blocks and rich text, of another or the
 * same entity.
 */
export function checkReverses(entities: readonly EntityView[], catalog: Catalog): void {
  for (const entity of entities) for (const reverse of entity.reverses) checkReverse(entity, reverse, catalog);
}

function checkReverse(entity: EntityView, { from, field, issuePath }: ReverseView, catalog: Catalog): void {
  if (from === undefined || field === undefined || entity.name === null) return;
  checkEntity(from, issuePath.at("from"), catalog);
  const fields = catalog.get(from);
  if (!fields) return;
  const named = fields.find(({ name }) => name === field.split(".")[0]);
  const relations = referencesIn(fields, "").flatMap((reference) => (reference.target === entity.name ? [reference.path] : []));
  if (relations.includes(field) || (named?.type === null && !named.isReverse)) return;
  const correction =
    relations.length > 0 ? `Name ${quoteList(relations)}` : `Add a relation to "${entity.name}" there, or remove this field`;
  issuePath.at("field").report(`${correction}: "${field}" is not a relation of "${from}" to "${entity.name}".`);
}

interface ReferenceView {
  readonly path: string;
  readonly target: string;
}

/** The references of fields, and those inside objects, arrays, blocks and rich text by their paths. The automatic fields have ids that aren't references. */
function referencesIn(fields: readonly FieldView[], path: string): readonly ReferenceView[] {
  const isOwn = path === "";
  return fields.flatMap((field) => (field.name === null || (isOwn && field.nested) ? [] : referencesAt(field, `${path}${field.name}`)));
}

function referencesAt(field: FieldView, path: string): readonly ReferenceView[] {
  const target = targetOf(field);
  if (target !== null) return [{ path, target }];
  if (field.item !== null) return referencesAt(field.item, path);
  const inBlocks = field.blocks.flatMap(({ name, fields }) => (name === null ? [] : referencesIn(fields, `${path}.${name}.`)));
  const inText = textReferences(field).flatMap(({ names, reference }) => referencesAt(reference, [path, ...names].join(".")));
  return [...referencesIn(field.fields, `${path}.`), ...inBlocks, ...inText];
}
