/** A record's draft, limited to what the creator of a preview link may read, applied to what the link's reader sees. */
import { OWNERS } from "../../entities.ts";
import { draftRuleFor, isVisible, ruleFor } from "../../permissions/permissions.ts";
import { isPlaceholder, creatorPlaceholder } from "../../placeholder.ts";
import type { Principal, Entity, Schema } from "../../types.ts";
import type { Filter } from "../filter/contract.ts";
import { draftRowFilterFor, readerOf } from "./readable.ts";
import type { Preview } from "./readable.ts";
import { rowFilterOf } from "../filter/plan.ts";
import { withOtherValues } from "../filter/with-other-values.ts";
import type { Selection } from "../selection/selected.ts";

/** @param creator - the creator of the link, with their current role */
export function planPreview(schema: Schema, entity: Entity, creator: Principal): Preview {
  const rule = ruleFor(schema, creator, entity.name, "read");
  if (!entity.versions || !rule || !draftRuleFor(schema, creator, entity.name)) return { draft: null, unseen: new Set() };
  const { targets, read, draft } = draftRowFilterFor(readerOf(schema, creator), rowFilterOf(schema, creator, entity, rule));
  const unseen = [...entity.fields, ...OWNERS].filter((field) => !isVisible(creator, rule, field)).map(({ name }) => name);
  return { draft: { targets, read: forCreator(read), draft: forCreator(draft) }, unseen: new Set(unseen) };
}

/** What both may read of the previewed record. */
export function seenByBoth({ entity, columns }: Selection, { unseen }: Preview): Selection {
  return { entity, columns: columns.filter(({ name }) => !unseen.has(name)) };
}

/** The filter with the creator in place of the caller. */
function forCreator(filter: Filter | null): Filter | null {
  return filter && withOtherValues(filter, (value) => (isPlaceholder(value) ? creatorPlaceholder(value) : value));
}
