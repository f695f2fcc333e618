import type { AdminEntity } from "../api/admin-entities.ts";

const DEFAULT_DAYS = 30;

/** Whether the entity has a trash that the caller may see. */
export function hasTrash({ trash, can }: Pick<AdminEntity, "trash" | "can">): boolean {
  return trash !== false && can.delete;
}

/** How many days records stay in the trash. */
export function daysOf({ trash }: Pick<AdminEntity, "trash">): number {
  return (typeof trash === "object" ? trash.days : undefined) ?? DEFAULT_DAYS;
}
