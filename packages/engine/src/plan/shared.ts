/** Values that the translations of a record share. */
import { placeholder } from "../placeholder.ts";
import type { Placeholder } from "../placeholder.ts";
import type { Principal, Entity, Schema } from "../types.ts";
import { readAccessTo } from "./access.ts";
import type { ReadAccess } from "./access.ts";
import { createPlan, cachedPlan, roleKey, withValues } from "./plan.ts";
import type { PlanOf } from "./plan.ts";

/** A record and its translations, or those of a group, that the principal may read. */
export type SharedBy = { readonly id: string } | { readonly group: string };

/** Returns a `SharedRow` for each, live ones first. */
export interface SharedPlan extends PlanOf<"shared"> {
  readonly access: ReadAccess;
  readonly id: Placeholder | null;
}

/** Whether the translations of a record have common values. */
export function sharesFields({ fields }: Pick<Entity, "fields">): boolean {
  return fields.some(({ shared }) => shared);
}

/** Null for an entity without shared fields. @throws NOT_FOUND */
export function planShared(schema: Schema, principal: Principal, entityName: string, by: SharedBy): SharedPlan | null {
  const access = readAccessTo(schema, principal, entityName);
  if (!sharesFields(access.entity)) return null;
  const isOfRecord = "id" in by;
  const key = JSON.stringify(["shared", roleKey(principal), access.entity.name, isOfRecord]);
  const plan = cachedPlan(schema, key, () => createPlan<SharedPlan>({ kind: "shared", access, id: isOfRecord ? placeholder("id") : null }));
  return withValues(plan, isOfRecord ? { id: by.id } : { group: by.group });
}
