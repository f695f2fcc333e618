/** The versions of a record, for those who may update it. */
import { AppError } from "@colophon/model/errors";
import { isUuid } from "@colophon/model";
import type { Principal, Schema } from "../types.ts";
import { adding, draftPlan, versionedEntity } from "./plan.ts";
import type { DraftPlanOf } from "./plan.ts";
import { ownerVisibilityOf } from "../plan/selection/owners.ts";
import type { OwnerVisibility } from "../plan/selection/owners.ts";

export interface HistoryPlan extends DraftPlanOf<"history"> {
  readonly authors: OwnerVisibility;
}
export interface VersionPlan extends DraftPlanOf<"version"> {
  readonly authors: OwnerVisibility;
}

/** Lists a record's versions. */
export function planHistory(
  schema: Schema,
  principal: Principal,
  entityName: string,
  id: string | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): HistoryPlan {
  const draft = { schema, principal, entity: versionedEntity(schema, entityName, id), id };
  const plan = draftPlan<HistoryPlan>(draft, "history", [], () => ({ authors: ownerVisibilityOf(draft) }));
  return adding(plan, { limit, offset });
}

/** One version of a record, pinned or not. @throws NOT_FOUND for an invalid id */
export function planVersion(schema: Schema, principal: Principal, entityName: string, id: string | null, versionId: string): VersionPlan {
  const entity = versionedEntity(schema, entityName, id);
  if (!isUuid(versionId)) throw new AppError("NOT_FOUND");
  const draft = { schema, principal, entity, id };
  return adding(
    draftPlan<VersionPlan>(draft, "version", [], () => ({ authors: ownerVisibilityOf(draft) })),
    { versionId },
  );
}
