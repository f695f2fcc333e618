import type { RolePermission } from "../api/admin-entities.ts";

export const OPERATIONS = ["create", "read", "update", "delete"] as const;

export interface Restrictions {
  /** The row filter as text; null if there is none. */
  readonly rows: string | null;
  /** Whether there is a filter that can't be shown. */
  readonly isHidden: boolean;
  readonly without: readonly string[];
  readonly hasDrafts: boolean;
}

export function isAllowed(permission: RolePermission | undefined): boolean {
  return permission !== undefined && permission !== false;
}

/** The restrictions of a permission; the row filter has one condition per line. */
export function restrictionsOf(permission: RolePermission | undefined): Restrictions {
  const { filter, fields, drafts } = typeof permission === "object" ? permission : {};
  return {
    rows: filter ? Object.entries(filter).map(conditionText).join("\n") : null,
    isHidden: filter === null,
    without: fields?.exclude ?? [],
    hasDrafts: drafts === true,
  };
}

function conditionText([path, value]: readonly [string, unknown]): string {
  return typeof value === "object" ? `${path}: ${JSON.stringify(value)}` : `${path} = ${String(value)}`;
}
