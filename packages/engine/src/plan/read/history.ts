/** The versions of a record, for those who may update it. */
import { AppError } from "@colophon/errors";
import { isUuid } from "../../field-types/index.ts";
import type { Actor, Schema } from "../../types.ts";
import { adding, draftPlan, versionedEntity } from "../draft.ts";
import type { DraftPlanOf } from "../draft.ts";

export type HistoryPlan = DraftPlanOf<"history">;
export type VersionPlan = DraftPlanOf<"version">;

/** Lists a record's versions. */
export function planHistory(
  schema: Schema,
  actor: Actor,
  entityName: string,
  id: string | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): HistoryPlan {
  const plan = draftPlan<HistoryPlan>({ schema, actor, entity: versionedEntity(schema, entityName, id), id }, "history");
  return adding(plan, { limit, offset });
}

/** One version of a record, pinned or not. @throws NOT_FOUND for an invalid id */
export function planVersion(schema: Schema, actor: Actor, entityName: string, id: string | null, versionId: string): VersionPlan {
  const entity = versionedEntity(schema, entityName, id);
  if (!isUuid(versionId)) throw new AppError("NOT_FOUND");
  return adding(draftPlan<VersionPlan>({ schema, actor, entity, id }, "version"), { versionId });
}
