import type { Permission, ReadPermission, RoleDefinition } from "@colophon/config";
import type { Schema } from "@colophon/engine";
import { seesChoice, seesFrom, type Sees } from "./seen-names.ts";

/** All roles. Only admins get the permissions of each role. */
export function rolesFor(schema: Schema, role: string) {
  const seesPermissions = schema.roles.get(role)?.isAdmin === true;
  return schema.config.roles.map(({ name, isAdmin = false, public: isPublic = false, permissions = {} }) => ({
    name,
    isAdmin,
    public: isPublic,
    ...(seesPermissions && !isAdmin && { permissions: shownPermissions(schema, role, permissions) }),
  }));
}

/** Permissions as configured, by entity and operation. A filter by a hidden field is null, the name of such a field is omitted. */
function shownPermissions(schema: Schema, role: string, permissions: NonNullable<RoleDefinition["permissions"]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(permissions).map(([entity, operations]) => {
      const sees = seesFrom(schema, role, entity);
      const shown = Object.entries(operations).map(([operation, permission]) => [operation, shownPermission(sees, permission)]);
      return [entity, Object.fromEntries(shown)];
    }),
  );
}

function shownPermission(sees: Sees, permission: Permission | ReadPermission): unknown {
  if (typeof permission === "boolean") return permission;
  const { filter, fields, ...rest } = permission;
  const exclude = fields?.exclude?.filter(sees) ?? [];
  return {
    ...rest,
    ...(filter && { filter: seesChoice(sees, { filter }) ? filter : null }),
    ...(exclude.length > 0 && { fields: { exclude } }),
  };
}
