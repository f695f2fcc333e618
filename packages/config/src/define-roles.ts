/** The format of roles. Their rules are in rules/roles.ts. */
import type { FilterValue } from "@colophon/model";

export type Operation = "create" | "read" | "update" | "delete";
interface Restriction {
  filter?: Record<string, FilterValue>;
  fields?: { exclude?: readonly string[] };
}
export type Permission = boolean | Restriction;
/** With `drafts` the role also reads drafts, which otherwise needs the permission to update. */
export type ReadPermission = boolean | (Restriction & { drafts?: boolean });

export interface RoleDefinition {
  /** The name that users and API keys refer to. */
  name: string;
  /** The displayed name. */
  title?: string;
  /**
   * Has all permissions.
   * @default false
   */
  isAdmin?: true | false;
  /**
   * Requests without credentials run as this role. At most one role can be public.
   * @default false
   */
  public?: boolean;
  /**
   * For each entity `create`, `read`, `update`, `delete`: a boolean, or `{ filter, fields: { exclude } }`; `read` also `{ drafts }`. See
   * [Permissions](docs/guide/permissions.md).
   * @default {}
   */
  permissions?: Record<string, { [O in Operation]?: O extends "read" ? ReadPermission : Permission }>;
}
