/** The context of each write for the triggers that write the audit log. */
import { auditText, type AuditOrigin } from "./audit/context.ts";
import type { WritePlan } from "./plans.ts";
import type { Entity } from "./types.ts";
import type { PlanValues } from "./statements.ts";

/** The operation of a plan; the triggers turn it into the action that the log shows. */
const OPERATIONS: Readonly<Record<WritePlan["kind"], string>> = {
  create: "create",
  update: "update",
  assign: "assign",
  remove: "delete",
  trash: "trash",
  restoreTrashed: "untrash",
  saveDraft: "draft",
  publish: "publish",
  unpublish: "unpublish",
  discard: "discard",
};

/** Operations that have the plan of another one. */
export type AuditAction = "translate" | "duplicate" | "restore";

/** The value of the setting `cms.audit` for the statement of a plan; "" for an entity that is not logged. */
export function auditOf({ access: { entity }, values, kind }: WritePlan, origin: AuditOrigin, action?: AuditAction): string {
  if (!entity.audited) return "";
  const links = kind === "create" ? givenLinks(entity, values) : [];
  return auditText(origin, { e: entity.name, o: action ?? OPERATIONS[kind], ...(links.length > 0 && { l: links }) });
}

/** The to-many relations that a new record has: they are no columns of its row. */
function givenLinks({ fields }: Entity, values: PlanValues): readonly string[] {
  return fields.flatMap(({ name, storage }) => {
    const ids = storage.kind === "junction" ? values[`value.${name}`] : undefined;
    return Array.isArray(ids) && ids.length > 0 ? [name] : [];
  });
}
