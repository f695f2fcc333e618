/** All plans: plain data, checked for one principal. */
import type { DiscardPlan, DraftContentPlan, DraftTargetPlan, PublishPlan, SaveDraftPlan, UnpublishPlan } from "./drafts/plan.ts";
import type { HistoryPlan, VersionPlan } from "./drafts/history-plan.ts";
import type { RecordLogPlan } from "./audit/record-log-plan.ts";
import type { ListPlan } from "./reads/plan/list.ts";
import type { OnePlan } from "./reads/plan/one.ts";
import type { AssignPlan } from "./plan/assign.ts";
import type { HiddenOwnersPlan } from "./plan/selection/owners.ts";
import type { LostPlan, ReplayPlan, SiblingsPlan, TranslationSourcePlan } from "./plan/related.ts";
import type { SharedPlan } from "./plan/shared.ts";
import type { SearchPlan } from "./search/plan.ts";
import type { RestoreTrashedPlan, TrashPlan } from "./trash/plan.ts";
import type { ScheduleAuthorPlan, SchedulesPlan } from "./schedules/plan.ts";
import type { UsagesPlan } from "./usages/plan.ts";
import type { CreatePlan, RemovePlan, UpdatePlan } from "./plan/write.ts";
import { entityOf } from "./entities.ts";
import { memoizeFor } from "./memoize.ts";
import type { Schema } from "./types.ts";
import { wayOf } from "./plan/removal.ts";

/** A plan that writes. Its statement returns one `WriteRow`, or none if there is no such record. */
export type WritePlan =
  | AssignPlan
  | CreatePlan
  | UpdatePlan
  | RemovePlan
  | TrashPlan
  | RestoreTrashedPlan
  | SaveDraftPlan
  | PublishPlan
  | UnpublishPlan
  | DiscardPlan;

/** A plan that reads information about a record, or in preparation of a write. */
export type LookupPlan =
  | DraftContentPlan
  | DraftTargetPlan
  | HistoryPlan
  | VersionPlan
  | LostPlan
  | SiblingsPlan
  | TranslationSourcePlan
  | ReplayPlan
  | HiddenOwnersPlan
  | SharedPlan
  | RecordLogPlan
  | SchedulesPlan
  | ScheduleAuthorPlan
  | UsagesPlan;

export type Plan = ListPlan | OnePlan | SearchPlan | WritePlan | LookupPlan;

/** Operations that can reach the records that refer to theirs. */
const REACHING: ReadonlySet<WritePlan["kind"]> = new Set(["remove", "trash", "restoreTrashed", "discard"]);

const memoized = memoizeFor<readonly string[]>();

/** The names of the entities whose rows a write of one entity can change. */
export function changedEntities(schema: Schema, name: string, { kind }: Pick<WritePlan, "kind">): readonly string[] {
  const reaches = REACHING.has(kind);
  return memoized(schema, `${reaches} ${name}`, () => {
    const entity = entityOf(schema, name);
    return reaches ? [...new Set([name, ...wayOf(schema, entity).counted])] : [name];
  });
}
