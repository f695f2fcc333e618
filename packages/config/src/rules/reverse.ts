import { quoteList } from "../messages.ts";
import { checkEntity, targetOf, type Catalog } from "./catalog.ts";
import type { EntityView } from "./entities.ts";
import type { ReverseView } from "./read-reverses.ts";

/** Each reverse field names a relation to this entity, of another or the same entity. */
export function checkReverses(entities: readonly EntityView[], catalog: Catalog): void {
  for (const entity of entities) for (const reverse of entity.reverses) checkReverse(entity, reverse, catalog);
}

function checkReverse(entity: EntityView, { from, field, place }: ReverseView, catalog: Catalog): void {
  if (from === undefined || field === undefined || entity.name === null) return;
  checkEntity(from, place.at("from"), catalog);
  const fields = catalog.get(from);
  if (!fields) return;
  const found = fields.find(({ name }) => name === field);
  if (found && !found.isReverse && (found.type === null || (!found.nested && targetOf(found) === entity.name))) return;
  const relations = fields.flatMap((one) => (one.name !== null && !one.nested && targetOf(one) === entity.name ? [one.name] : []));
  const correction =
    relations.length > 0 ? `Name ${quoteList(relations)}` : `Add a relation to "${entity.name}" there, or remove this field`;
  place.at("field").report(`${correction}: "${field}" is not a relation of "${from}" to "${entity.name}".`);
}
