import type { AdminEntity } from "../api/admin-entities.ts";

const USUAL_DAYS = 30;

/** Whether the caller has a trash to look into. */
export function hasTrash({ trash, can }: Pick<AdminEntity, "trash" | "can">): boolean {
  return trash !== false && can.delete;
}

/** How long a record stays there. */
export function daysOf({ trash }: Pick<AdminEntity, "trash">): number {
  return (typeof trash === "object" ? trash.days : undefined) ?? USUAL_DAYS;
}
