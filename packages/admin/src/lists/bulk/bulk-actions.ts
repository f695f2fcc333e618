import type { ErrorDetail } from "@colophon/client";
import type { AdminEntity } from "../../api/admin-entities.ts";
import type { AnyRecord } from "../../api/client.ts";

/** With what the caller must be allowed to do. */
const KNOWN = { publish: "publish", unpublish: "publish", update: "update", assign: "update", delete: "delete" } as const;
export type KnownAction = keyof typeof KNOWN;
/** A custom route of the site that is told which records were chosen. */
export interface RouteAction {
  readonly title: string;
  readonly route: string;
}
export type BulkAction = KnownAction | RouteAction;

/** The actions on several records that an entity offers to the caller. Admins alone hand records over; users belong to nobody. */
export function bulkActionsOf({ name, admin, can }: Pick<AdminEntity, "name" | "admin" | "can">, isAdmin: boolean): readonly BulkAction[] {
  const chosen: readonly (string | RouteAction)[] = admin.bulkActions ?? Object.keys(KNOWN);
  const known = (Object.keys(KNOWN) as readonly KnownAction[]).filter(
    (action) => chosen.includes(action) && can[KNOWN[action]] && (action !== "assign" || (isAdmin && name !== "_user")),
  );
  return [...known, ...chosen.filter((action) => typeof action === "object")];
}

/** Those of the records that the caller may do it with; what a custom route takes is for its handler to say. */
export function allowedOf(records: readonly AnyRecord[], action: BulkAction): readonly AnyRecord[] {
  if (typeof action === "object") return records;
  return records.filter(({ _can: can }) => !can || (can as Readonly<Record<string, boolean>>)[KNOWN[action]] === true);
}

/** Which of the records were refused, and why: details name them as `ids[3]` or `ids[3].title`. */
export function refusedOf(records: readonly AnyRecord[], details: readonly ErrorDetail[]) {
  return details.flatMap(({ field, message }) => {
    const record = records[Number(/^ids\[(\d+)\]/.exec(field)?.[1] ?? Number.NaN)];
    return record ? [{ record, message }] : [];
  });
}
