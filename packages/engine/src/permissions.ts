/** Who may do what: the only place that looks a role's permissions up. */
import type { Operation } from "@colophon/config";
import { AppError } from "@colophon/errors";
import { FULL } from "./roles.ts";
import { entityOf } from "./schema.ts";
import type { Actor, Field, Rule, Schema } from "./types.ts";

/** What the actor may do, or null where the operation is not granted. An unknown role is granted nothing. */
export function ruleFor(schema: Schema, actor: Actor, entityName: string, operation: Operation): Rule | null {
  if (actor.kind === "system") return FULL;
  const role = schema.roles.get(actor.role);
  if (role?.isAdmin) return FULL;
  return role?.permissions.get(entityName)?.[operation] ?? null;
}

/**
 * The actor's rule for an operation on an entity.
 * @throws NOT_FOUND for an unknown entity, FORBIDDEN where the operation is not granted.
 */
export function requireOperation(schema: Schema, actor: Actor, entityName: string, operation: Operation): Rule {
  const rule = ruleFor(schema, actor, entityOf(schema, entityName).name, operation);
  if (!rule) throw new AppError("FORBIDDEN");
  return rule;
}

/** Whether the actor may see the field: not hidden, not excluded from reading. The id is never excluded. */
export function isVisible(actor: Actor, rule: Rule, field: Field): boolean {
  if (field.hidden && actor.kind !== "system") return false;
  return field.name === "id" || !rule.exclude.has(field.name);
}
