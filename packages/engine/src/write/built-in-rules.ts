/** What the product itself keeps from roles that are no admin, whatever their permissions say. */
import { AppError } from "@colophon/errors";
import type { ErrorDetail } from "@colophon/errors";
import type { Actor, Entity, Schema } from "../types.ts";

const NONE: ReadonlyMap<string, string> = new Map();
/** The three entities of uploaded assets. */
export function isAsset(entity: Entity): boolean {
  return entity.name === "_image" || entity.name === "_video" || entity.name === "_file";
}

/** Whether permissions don't matter to the actor. */
function isAdmin(schema: Schema, actor: Actor): boolean {
  return actor.kind === "system" || (schema.roles.get(actor.role)?.isAdmin ?? false);
}

/** Whatever their permissions say, only admins make and delete users. @throws FORBIDDEN for others */
export function requireUserAdmin(schema: Schema, actor: Actor, entity: Entity): void {
  if (entity.name === "_user" && !isAdmin(schema, actor)) throw new AppError("FORBIDDEN", "Only an admin may do this with users");
}

/** Field → why the actor may not write it. Only admins make users, give roles, or change another user's address. */
export function ownRulesOf(
  schema: Schema,
  actor: Actor,
  entity: Entity,
  { operation, id }: { readonly operation: string; readonly id?: string },
): ReadonlyMap<string, string> {
  if (entity.name !== "_user" || isAdmin(schema, actor)) return NONE;
  if (operation !== "update") requireUserAdmin(schema, actor, entity);
  const isOwn = actor.kind === "user" && actor.userId === id;
  const email = ["email", "only an admin may change another user's address"] as const;
  return new Map([["role", "only an admin may change roles"], ...(isOwn ? [] : [email])]);
}

/** Fills in what a user has without saying so, and checks what no field type can: that the role is a configured one. */
export function finishUser(schema: Schema, entity: Entity, values: Record<string, unknown>, problems: ErrorDetail[], isNew: boolean): void {
  if (entity.name !== "_user") return;
  const { role, email, name } = values;
  if (typeof role === "string" && role !== "" && !schema.roles.has(role)) {
    problems.push({ field: "role", message: `must be one of ${[...schema.roles.keys()].join(", ")}` });
  }
  if (isNew && typeof email === "string" && (name === null || name === "")) values["name"] = email.split("@")[0];
}
