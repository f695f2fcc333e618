import { auditText, type Principal } from "@colophon/engine";
import pg from "pg";
import { OWN, type RequestContext } from "../connections/request-context.ts";

/** The statement that tells the triggers of the audit log who makes the changes of a transaction; null for the process's own work. */
export function auditSetting(context: RequestContext): string | null {
  if (context === OWN) return null;
  const { address = null, requestId = null } = context;
  return `set local cms.audit = ${pg.escapeLiteral(auditText({ principal: principalOf(context), address, requestId }))}`;
}

/** Makes the changes of a transaction the service's own: those that leave the version of a record as it is are then logged, too. */
export const AS_SYSTEM = {
  name: "audit-as-system",
  text: `select set_config('cms.audit', ${pg.escapeLiteral(auditText({ principal: { kind: "system" }, address: null, requestId: null }))}, true)`,
};

/** In place of the rows of each change: one row for all that an import writes. */
export const AUDIT_OFF = "set local cms.audit = 'off'";
export const LOG_IMPORT = "insert into cms.audit (action) values ('import')";

/** Who a caller is: the log needs no role. */
function principalOf({ key }: RequestContext): Principal {
  const [kind, id = ""] = key.split(" ");
  if (kind === "system") return { kind };
  if (kind === "user") return { kind: "user", role: "", userId: id };
  return kind === "key" ? { kind: "key", role: "", keyId: id } : { kind: "anonymous", role: "" };
}
