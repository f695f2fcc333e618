import type { EntityFieldDefinition } from "@colophon/config";
import type { AdminConfig } from "../api/admin-entities.ts";

/** The configuration in which a user's role is chosen from those that people may have. Role and address are for admins to change. */
export function withRoleChoice(config: AdminConfig): AdminConfig {
  const isAdmin = config.roles.every((role) => role.isAdmin || role.permissions !== undefined);
  const admin = isAdmin ? {} : { readOnly: true };
  const changed: Readonly<Record<string, EntityFieldDefinition>> = {
    role: { name: "role", type: "select", options: peoplesRoles(config), required: true, admin },
    email: { name: "email", type: "email", required: true, unique: true, admin },
  };
  const builtIns = config.builtIns.map((entity) =>
    entity.name === "_user" ? { ...entity, fields: entity.fields.map((field) => changed[field.name] ?? field) } : entity,
  );
  return { ...config, builtIns };
}

/** The roles of people and keys: all but that of visitors. */
export function peoplesRoles({ roles }: Pick<AdminConfig, "roles">): readonly string[] {
  return roles.filter((role) => !role.public).map(({ name }) => name);
}
