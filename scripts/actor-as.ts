import { randomUUID } from "node:crypto";
import type { Actor, Schema } from "@colophon/engine";
import { StartError } from "./stack/start-error.ts";

/**
 * Who a tool acts as: a role by its name, `system`, or without a name the public role, else the first admin role.
 * @throws StartError when there is no such role.
 */
export function actorAs(schema: Schema, name: string | undefined): Actor {
  if (name === "system") return { kind: "system" };
  const role = name ?? schema.publicRole ?? [...schema.roles.values()].find(({ isAdmin }) => isAdmin)?.name ?? "";
  if (!schema.roles.has(role)) throw new StartError(`There is no role ${role}. Roles: ${[...schema.roles.keys(), "system"].join(", ")}.`);
  return role === schema.publicRole ? { kind: "anonymous", role } : { kind: "user", role, userId: randomUUID(), confirmed: true };
}
