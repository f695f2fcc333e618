/** One record's rows of the audit log, for those who may update it. */
import { checkKey } from "../row-keys.ts";
import { entityOf } from "../entities.ts";
import type { Principal, Schema } from "../types.ts";
import { accessTo, type WriteAccess } from "../plan/access.ts";
import { visibleField } from "../views/visible.ts";
import { createPlan, cachedPlan, roleKey, withValues, type PlanOf } from "../plan/plan.ts";
import { ownerVisibilityOf, type OwnerVisibility } from "../plan/selection/owners.ts";
import { rowTarget, type RowTarget } from "../plan/write.ts";

export interface RecordLogPlan extends PlanOf<"recordLog">, RowTarget {
  readonly access: WriteAccess;
  readonly authors: OwnerVisibility;
  /** The entity's name, and the one that it had before: rows of the log keep theirs. */
  readonly names: readonly string[];
  /** The fields that the reader may see. */
  readonly visible: readonly string[];
}

/** @param id - null for a global. @throws NOT_FOUND, FORBIDDEN */
export function planRecordLog(
  schema: Schema,
  principal: Principal,
  entityName: string,
  id: string | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RecordLogPlan {
  const access = accessTo(schema, principal, entityName, "update");
  const entity = entityOf(schema, entityName);
  checkKey(entity, id);
  const key = JSON.stringify(["recordLog", principal.kind, roleKey(principal), entity.name]);
  const plan = cachedPlan(schema, key, () => {
    const visible = entity.fields.filter(({ name }) => visibleField({ schema, principal }, entity, name)).map(({ name }) => name);
    const authors = ownerVisibilityOf({ schema, principal });
    const { renamedFrom } = schema.config.entities.find(({ name }) => name === entity.name) ?? {};
    const names = [entity.name, ...(renamedFrom === undefined ? [] : [renamedFrom])];
    return createPlan<RecordLogPlan>({ kind: "recordLog", access, ...rowTarget(id), authors, names, visible: [...visible, "_createdBy"] });
  });
  return withValues(plan, { id, limit, offset });
}
