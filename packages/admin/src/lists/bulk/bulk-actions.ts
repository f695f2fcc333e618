import type { ErrorDetail } from "@colophon/client";
import type { AdminEntity } from "../../api/admin-entities.ts";
import type { AnyRecord } from "../../api/client.ts";

const KNOWN = ["publish", "unpublish", "delete"] as const;
export type BulkAction = (typeof KNOWN)[number];

/** The actions on several records that an entity offers to the caller. */
export function bulkActionsOf({ admin, can }: Pick<AdminEntity, "admin" | "can">): readonly BulkAction[] {
  const chosen: readonly unknown[] = admin.bulkActions ?? KNOWN;
  return KNOWN.filter((action) => chosen.includes(action) && (action === "delete" ? can.delete : can.publish));
}

/** Those of the records that the caller may do it with. */
export function allowedOf(records: readonly AnyRecord[], action: BulkAction): readonly AnyRecord[] {
  const permission = action === "delete" ? "delete" : "publish";
  return records.filter(({ _can: can }) => !can || (can as Readonly<Record<string, boolean>>)[permission] === true);
}

/** Which of the records were refused, and why: details name them as `ids[3]` or `ids[3].title`. */
export function refusedOf(records: readonly AnyRecord[], details: readonly ErrorDetail[]) {
  return details.flatMap(({ field, message }) => {
    const record = records[Number(/^ids\[(\d+)\]/.exec(field)?.[1] ?? Number.NaN)];
    return record ? [{ record, message }] : [];
  });
}
