/** All plans: plain data, checked for one actor. */
import type { DiscardPlan, DraftContentPlan, DraftTargetPlan, PublishPlan, SaveDraftPlan, UnpublishPlan } from "./draft.ts";
import type { HistoryPlan, VersionPlan } from "./read/history.ts";
import type { RecordLogPlan } from "./read/record-log.ts";
import type { ListPlan } from "./read/list.ts";
import type { OnePlan } from "./read/one.ts";
import type { AssignPlan } from "./assign.ts";
import type { HiddenOwnersPlan } from "./selection/owners.ts";
import type { LostPlan, ReplayPlan, SiblingsPlan, TranslationSourcePlan } from "./related.ts";
import type { SharedPlan } from "./shared.ts";
import type { SearchPlan } from "./search.ts";
import type { RestoreTrashedPlan, TrashPlan } from "./trash.ts";
import type { SchedulesPlan } from "./read/schedules.ts";
import type { UsagesPlan } from "./read/usages.ts";
import type { CreatePlan, RemovePlan, UpdatePlan } from "./write.ts";

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
  | UsagesPlan;

export type Plan = ListPlan | OnePlan | SearchPlan | WritePlan | LookupPlan;
