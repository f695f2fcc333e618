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
  name: string;
  title?: string;
  isAdmin?: true | false;
  public?: boolean;
  permissions?: Record<string, { [O in Operation]?: O extends "read" ? ReadPermission : Permission }>;
}
