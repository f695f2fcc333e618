/** Who makes a change, for the triggers that write the audit log. */
import { ownerOf } from "../permissions/permissions.ts";
import type { Principal } from "../types.ts";

/** The origin of a change. */
export interface AuditOrigin {
  readonly principal: Principal;
  readonly address: string | null;
  readonly requestId: string | null;
}

/** The value of the setting `cms.audit` for changes whose operation is not known. */
export function auditText({ principal, address, requestId }: AuditOrigin, more: object = {}): string {
  const owner = ownerOf(principal);
  const kind = principal.kind === "anonymous" ? "anonymous" : owner?.kind;
  return JSON.stringify({ k: kind, i: owner?.id, a: address || undefined, r: requestId || undefined, ...more });
}
