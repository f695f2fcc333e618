import { randomUUID } from "node:crypto";
import type { Actor, Schema } from "@colophon/engine";
import { StartError } from "colophon/stack/start-error.ts";

/**
 * The actor of a tool: a role by name, `system`, or without a name the public role, else the first admin role.
 * @throws StartError if the role does not exist.
 */
export function actorAs(schema: Schema, name: string | undefined): Actor {
  if (name === "system") return { kind: "system" };
  const role = name ?? schema.publicRole ?? [...schema.roles.values()].find(({ isAdmin }) => isAdmin)?.name ?? "";
  if (!schema.roles.has(role)) throw new StartError(`There is no role ${role}. Roles: ${[...schema.roles.keys(), "system"].join(", ")}.`);
  return role === schema.publicRole ? { kind: "anonymous", role } : { kind: "user", role, userId: randomUUID(), confirmed: true };
}
