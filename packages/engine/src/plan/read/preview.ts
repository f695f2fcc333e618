/** A record's draft, limited to what the creator of a preview link may read, applied to what the link's reader sees. */
import { OWNERS } from "../../entities.ts";
import { draftRuleFor, isVisible, ruleFor } from "../../permissions/permissions.ts";
import { isPlaceholder, makers } from "../../placeholder.ts";
import type { Value } from "../../placeholder.ts";
import type { Actor, Entity, Schema } from "../../types.ts";
import type { Filter } from "../filter/contract.ts";
import { draftRowFilterFor, readerOf } from "./readable.ts";
import type { Preview } from "./readable.ts";
import { rowFilterOf } from "../filter/plan.ts";
import type { Selection } from "../selection/selected.ts";

/** @param creator - the creator of the link, with their current role */
export function planPreview(schema: Schema, entity: Entity, maker: Actor): Preview {
  const rule = ruleFor(schema, maker, entity.name, "read");
  if (!entity.versions || !rule || !draftRuleFor(schema, maker, entity.name)) return { draft: null, unseen: new Set() };
  const { targets, read, draft } = draftRowFilterFor(readerOf(schema, maker), rowFilterOf(schema, maker, entity, rule));
  const unseen = [...entity.fields, ...OWNERS].filter((field) => !isVisible(maker, rule, field)).map(({ name }) => name);
  return { draft: { targets, read: asMakers(read), draft: asMakers(draft) }, unseen: new Set(unseen) };
}

/** What both may read of the previewed record. */
export function seenByBoth({ entity, columns }: Selection, { unseen }: Preview): Selection {
  return { entity, columns: columns.filter(({ name }) => !unseen.has(name)) };
}

/** The filter with the creator in place of the caller. */
function asMakers(filter: Filter | null): Filter | null {
  return filter && swapped(filter);
}

function swapped(filter: Filter): Filter {
  if (filter.kind === "test") return { ...filter, values: filter.values.map(makersValue) };
  if (filter.kind === "not") return { ...filter, of: swapped(filter.of) };
  if (filter.kind === "through")
    return { ...filter, target: { ...filter.target, filter: asMakers(filter.target.filter) }, of: swapped(filter.of) };
  if (filter.kind === "referred")
    return { ...filter, from: { ...filter.from, filter: asMakers(filter.from.filter) }, of: swapped(filter.of) };
  return { ...filter, of: filter.of.map(swapped) };
}

function makersValue(value: Value): Value {
  if (isPlaceholder(value)) return makers(value);
  return Array.isArray(value) ? value.map(makersValue) : value;
}
