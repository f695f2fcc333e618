import * as z from "zod";
import { quoteList } from "../messages.ts";
import type { Place } from "../problems.ts";
import { isObject, readShape } from "../shape.ts";
import { checkEntity, targetOf, type Catalog } from "./catalog.ts";
import type { EntityView } from "./entities.ts";
import { adminOptions } from "./field-shapes.ts";
import { checkDistinct, checkFieldName, type Named } from "./names.ts";
import { saysReverse } from "../reverse.ts";

const REVERSE_SHAPE = z.strictObject({
  name: z.string(),
  type: z.literal("reverse"),
  from: z.string(),
  field: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
  admin: adminOptions().optional(),
});

/** A reverse field, as far as it could be read. */
export interface ReverseView extends Named {
  readonly from: string | undefined;
  readonly field: string | undefined;
}

/** Reads the reverse fields among an entity's fields; `stored` are the others. */
export function readReverses(list: readonly unknown[], place: Place, stored: readonly Named[]): readonly ReverseView[] {
  const reverses = Array.from(list, (input, index) => (saysReverse(input) ? readReverse(input, place.at(index)) : [])).flat();
  for (const reverse of reverses) {
    checkFieldName(reverse, "top");
    checkDistinct([...stored.filter(({ name }) => name?.toLowerCase() === reverse.name?.toLowerCase()).slice(0, 1), reverse], "field");
  }
  checkDistinct(reverses, "field");
  return reverses;
}

function readReverse(input: unknown, place: Place): ReverseView[] {
  const name = isObject(input) && typeof input["name"] === "string" ? input["name"] : null;
  const read = readShape(REVERSE_SHAPE, input, place, "a field of type reverse");
  return [{ name, place, from: read?.from, field: read?.field }];
}

/** That each reverse field names a relation of another entity, or of its own, that leads back. */
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
  const mend = relations.length > 0 ? `Name ${quoteList(relations)}` : `Add a relation to "${entity.name}" there, or remove this field`;
  place.at("field").report(`${mend}: "${field}" is no relation of "${from}" to "${entity.name}".`);
}
