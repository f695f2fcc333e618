/** The references to a record: rows and fields of all entities that the reader may read. */
import { AppError } from "@colophon/model/errors";
import { isUuid } from "@colophon/model";
import { draftRuleFor, requireOperation, ruleFor } from "../permissions/permissions.ts";
import { referrersOf, type Referrer, type ReferringPath } from "../references/referrers.ts";
import { entityOf } from "../entities.ts";
import type { Principal, Entity, Rule, Schema } from "../types.ts";
import { type Reader, type RowFilter, readerOf } from "../plan/filter/contract.ts";
import { nestedColumnOf } from "../views/nested-column.ts";
import { rowFilterOf } from "../plan/filter/plan.ts";
import { visibleField } from "../views/visible.ts";
import { createPlan, cachedPlan, roleKey, withValues, type PlanOf } from "../plan/plan.ts";
import { draftRowFilterFor, type DraftRowFilter } from "../plan/rows-with-drafts.ts";
import { titleOf, type Title } from "../plan/selection/title.ts";

/** The readable rows; and those with drafts, if the reader may read any. */
export interface ReadableRows {
  readonly rows: RowFilter;
  readonly draft: DraftRowFilter | null;
}

/** An entity with referring records. */
export interface Referring extends ReadableRows {
  /** With at least one field that the reader may see. */
  readonly referrers: readonly Referrer[];
  /** Null if the entity has none, or the reader may not see it. */
  readonly title: Title | null;
}

export interface UsagesPlan extends PlanOf<"usages"> {
  readonly target: ReadableRows;
  readonly referring: readonly Referring[];
  /** Whether it begins after a position. */
  readonly isContinued: boolean;
  readonly counts: boolean;
}

/** The end of a page: the order is by entity, newest records first, then by field. */
export type UsagePosition = readonly [entity: string, id: string, field: string];

export interface UsagesInput {
  readonly limit: number;
  readonly offset: number;
  readonly after: UsagePosition | null;
  readonly counts: boolean;
}

/** @throws NOT_FOUND for an unknown entity, a global or an invalid id; FORBIDDEN without the read permission */
export function planUsages(schema: Schema, principal: Principal, entityName: string, id: string, input: UsagesInput): UsagesPlan {
  const rule = requireOperation(schema, principal, entityName, "read");
  const entity = entityOf(schema, entityName);
  if (entity.kind === "global" || !isUuid(id)) throw new AppError("NOT_FOUND");
  const { limit, offset, after, counts } = input;
  const key = JSON.stringify(["usages", principal.kind, roleKey(principal), entity.name, after !== null, counts]);
  const plan = cachedPlan(schema, key, () => {
    const reader = readerOf(schema, principal);
    const frame = {
      target: readableRows(reader, entity, rule),
      referring: referringTo(reader, entity),
      isContinued: after !== null,
      counts,
    };
    return createPlan<UsagesPlan>({ kind: "usages", ...frame });
  });
  const [afterEntity = null, afterId = null, afterField = null] = after ?? [];
  return withValues(plan, { id: id.toLowerCase(), limit, offset, afterEntity, afterId, afterField });
}

function readableRows(reader: Reader, entity: Entity, rule: Rule): ReadableRows {
  const { schema, principal } = reader;
  const rows = rowFilterOf(schema, principal, entity, rule);
  const readsDrafts = entity.versions !== false && draftRuleFor(schema, principal, entity.name) !== null;
  return { rows, draft: readsDrafts ? draftRowFilterFor(reader, rows) : null };
}

/** The entities whose records, and at least one field with references, the reader may read. */
function referringTo(reader: Reader, target: Entity): readonly Referring[] {
  const seen = referrersOf(reader.schema, target).flatMap((referrer) => {
    const fieldPaths = referrer.fieldPaths.filter((fieldPath) => isSeen(reader, referrer.entity, fieldPath));
    return fieldPaths.length > 0 ? [{ ...referrer, fieldPaths }] : [];
  });
  return [...Map.groupBy(seen, ({ entity }) => entity)].flatMap(([entity, referrers]) => {
    const rule = ruleFor(reader.schema, reader.principal, entity.name, "read");
    return rule ? [{ ...readableRows(reader, entity, rule), referrers, title: titleOf(reader, entity, rule) }] : [];
  });
}

function isSeen(reader: Reader, entity: Entity, { field, path }: ReferringPath): boolean {
  if (!visibleField(reader, entity, field.name)) return false;
  return path === field.name || nestedColumnOf(reader, entity, field, path.split(".").slice(1)) !== null;
}
