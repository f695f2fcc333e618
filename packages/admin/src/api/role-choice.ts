import type { EntityFieldDefinition } from "@colophon/config";
import type { AdminConfig } from "./admin-entities.ts";

/** The configuration with a choice of roles for users. Only admins can change role and email address. */
export function withRoleChoice(config: AdminConfig): AdminConfig {
  const isAdmin = config.roles.every((role) => role.isAdmin || role.permissions !== undefined);
  const admin = isAdmin ? {} : { readOnly: true };
  const changed: Readonly<Record<string, EntityFieldDefinition>> = {
    role: { name: "role", type: "select", options: assignableRoles(config), required: true, admin },
    email: { name: "email", type: "email", required: true, unique: true, admin },
  };
  const builtIns = config.builtIns.map((entity) =>
    entity.name === "_user" ? { ...entity, fields: entity.fields.map((field) => changed[field.name] ?? field) } : entity,
  );
  return { ...config, builtIns };
}

/** The roles that users and keys can have: all but the public role. */
export function assignableRoles({ roles }: Pick<AdminConfig, "roles">): readonly string[] {
  return roles.filter((role) => !role.public).map(({ name }) => name);
}
