/** Handing a record over to another owner. */
import { requireAdmin } from "../permissions/permissions.ts";
import type { Actor, Schema } from "../types.ts";
import { accessTo } from "./access.ts";
import type { WriteAccess } from "./access.ts";
import { planned, rememberedPlan, roleKey, withValues } from "./planned.ts";
import type { PlanOf } from "./planned.ts";
import { checkKey } from "../row-keys.ts";
import { rowTarget } from "./write.ts";
import type { RowTarget } from "./write.ts";

export interface AssignPlan extends PlanOf<"assign">, RowTarget {
  readonly access: WriteAccess;
}

/**
 * Makes a user the one who created the record. Its content, its version and who changed it last stay as they are.
 * @throws FORBIDDEN for whoever is no admin
 */
export function planAssign(schema: Schema, actor: Actor, entityName: string, id: string, userId: string): AssignPlan {
  requireAdmin(schema, actor);
  const access = accessTo(schema, actor, entityName, "update");
  checkKey(access.entity, id);
  const key = JSON.stringify(["assign", roleKey(actor), access.entity.name]);
  const plan = rememberedPlan(schema, key, () => planned<AssignPlan>({ kind: "assign", access, ...rowTarget(id) }));
  return withValues(plan, { id, userId });
}
