/** A record's draft, limited to what the creator of a preview link may read, applied to what the link's reader sees. */
import { OWNERS } from "../entities.ts";
import { draftRuleFor, isVisible, ruleFor } from "../permissions/permissions.ts";
import { isPlaceholder, creatorPlaceholder } from "../placeholder.ts";
import type { Principal, Entity, Schema } from "../types.ts";
import { type Filter, readerOf } from "../plan/filter/contract.ts";
import { draftRowFilterFor, type DraftRowFilter } from "../plan/rows-with-drafts.ts";
import { rowFilterOf } from "../plan/filter/plan.ts";
import { withOtherValues } from "../plan/filter/with-other-values.ts";
import type { Selection } from "../plan/selection/selected.ts";

/** The previewed record: the value `previewId`. Its row is read with the row filters of the link's creator. */
export interface Preview {
  /** Null if the creator may not read drafts (any more): then nobody sees the record. */
  readonly draft: DraftRowFilter | null;
  /** Fields that the creator may not read. */
  readonly unseen: ReadonlySet<string>;
}

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
