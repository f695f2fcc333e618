/** The scheduled publications and unpublications of all entities, for records whose drafts the reader may read. */
import { draftRuleFor, ruleFor } from "../permissions/permissions.ts";
import type { Principal, Entity, Schema } from "../types.ts";
import { type Reader, readerOf } from "../plan/filter/contract.ts";
import { rowFilterOf } from "../plan/filter/plan.ts";
import { createPlan, cachedPlan, roleKey, withValues, type PlanOf } from "../plan/plan.ts";
import { ownerVisibilityOf, type OwnerVisibility } from "../plan/selection/owners.ts";
import { titleOf, type Title } from "../plan/selection/title.ts";
import { draftRowFilterFor, type DraftRowFilter } from "../plan/rows-with-drafts.ts";

/** An entity with drafts that the reader may read. */
export interface Scheduled {
  readonly entity: Entity;
  readonly draft: DraftRowFilter;
  /** Null if the entity has none, or the reader may not see it. */
  readonly title: Title | null;
}

export interface SchedulesPlan extends PlanOf<"schedules"> {
  readonly scheduled: readonly Scheduled[];
  readonly authors: OwnerVisibility;
  /** Whether it begins after a position. */
  readonly isContinued: boolean;
  readonly counts: boolean;
}

/** The author of a schedule, as the reader may see them. Returns a `ScheduleAuthorRow`. */
export interface ScheduleAuthorPlan extends PlanOf<"scheduleAuthor"> {
  readonly authors: OwnerVisibility;
}

export interface ScheduleAuthorRow {
  /** Null if they were deleted, or the reader may not read them. */
  readonly by: string | null;
}

/** The end of a page: the order is by time, then entity, then id. */
export type SchedulePosition = readonly [at: string, entity: string, id: string];

export interface SchedulesInput {
  readonly limit: number;
  readonly offset: number;
  readonly after: SchedulePosition | null;
  readonly counts: boolean;
}

export function planSchedules(schema: Schema, principal: Principal, { limit, offset, after, counts }: SchedulesInput): SchedulesPlan {
  const key = JSON.stringify(["schedules", principal.kind, roleKey(principal), after !== null, counts]);
  const plan = cachedPlan(schema, key, () => {
    const reader = readerOf(schema, principal);
    const scheduled = [...schema.entities.values()].flatMap((entity) => scheduledOf(reader, entity) ?? []);
    return createPlan<SchedulesPlan>({
      kind: "schedules",
      scheduled,
      authors: ownerVisibilityOf(reader),
      isContinued: after !== null,
      counts,
    });
  });
  const [afterAt = null, afterEntity = null, afterId = null] = after ?? [];
  return withValues(plan, { limit, offset, afterAt, afterEntity, afterId });
}

export function planScheduleAuthor(
  schema: Schema,
  principal: Principal,
  { kind, id }: { readonly kind: string; readonly id: string | null },
) {
  const key = JSON.stringify(["scheduleAuthor", principal.kind, roleKey(principal)]);
  const plan = cachedPlan(schema, key, () =>
    createPlan<ScheduleAuthorPlan>({ kind: "scheduleAuthor", authors: ownerVisibilityOf(readerOf(schema, principal)) }),
  );
  return withValues(plan, { authorKind: kind, authorId: id });
}

function scheduledOf(reader: Reader, entity: Entity): Scheduled | null {
  const { schema, principal } = reader;
  const rule = ruleFor(schema, principal, entity.name, "read");
  if (!rule || !entity.versions || !draftRuleFor(schema, principal, entity.name)) return null;
  const draft = draftRowFilterFor(reader, rowFilterOf(schema, principal, entity, rule));
  return { entity, draft, title: titleOf(reader, entity, rule) };
}
