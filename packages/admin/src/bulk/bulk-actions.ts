import type { AdminEntity } from "../api/admin-entities.ts";
import type { AnyRecord } from "../api/client.ts";

/** Each action with the permission that it needs. */
const KNOWN = { publish: "publish", unpublish: "publish", update: "update", assign: "update", delete: "delete" } as const;
export type KnownAction = keyof typeof KNOWN;
/** A custom route of the project that is called with the ids of the selected records. */
export interface RouteAction {
  readonly title: string;
  readonly route: string;
}
export type BulkAction = KnownAction | RouteAction;

/** The bulk actions that an entity offers to the caller. Only admins can change the owner, and users have no owner. */
export function bulkActionsOf({ name, admin, can }: Pick<AdminEntity, "name" | "admin" | "can">, isAdmin: boolean): readonly BulkAction[] {
  const chosen: readonly (string | RouteAction)[] = admin.bulkActions ?? Object.keys(KNOWN);
  const known = (Object.keys(KNOWN) as readonly KnownAction[]).filter(
    (action) => chosen.includes(action) && can[KNOWN[action]] && (action !== "assign" || (isAdmin && name !== "_user")),
  );
  return [...known, ...chosen.filter((action) => typeof action === "object")];
}

/** The records for which the caller may run the action; custom routes check their records themselves. */
export function allowedOf(records: readonly AnyRecord[], action: BulkAction): readonly AnyRecord[] {
  if (typeof action === "object") return records;
  return records.filter(({ _can: can }) => !can || (can as Readonly<Record<string, boolean>>)[KNOWN[action]] === true);
}
