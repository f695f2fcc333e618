/** Changing the owner of a record. */
import { requireAdmin } from "../permissions/permissions.ts";
import type { Principal, Schema } from "../types.ts";
import { accessTo } from "./access.ts";
import type { WriteAccess } from "./access.ts";
import { createPlan, cachedPlan, roleKey, withValues } from "./plan.ts";
import type { PlanOf } from "./plan.ts";
import { checkKey } from "../row-keys.ts";
import { rowTarget } from "./write.ts";
import type { RowTarget } from "./write.ts";

export interface AssignPlan extends PlanOf<"assign">, RowTarget {
  readonly access: WriteAccess;
}

/**
 * Makes a user the creator of the record. Its content, version and last editor do not change.
 * @throws FORBIDDEN for a role that is not admin
 */
export function planAssign(schema: Schema, principal: Principal, entityName: string, id: string, userId: string): AssignPlan {
  requireAdmin(schema, principal);
  const access = accessTo(schema, principal, entityName, "update");
  checkKey(access.entity, id);
  const key = JSON.stringify(["assign", roleKey(principal), access.entity.name]);
  const plan = cachedPlan(schema, key, () => createPlan<AssignPlan>({ kind: "assign", access, ...rowTarget(id) }));
  return withValues(plan, { id, userId });
}
