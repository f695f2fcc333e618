/** All lookups of a role's permissions. */
import type { Operation } from "@colophon/config";
import { AppError, type ErrorDetail } from "@colophon/model/errors";
import { FULL } from "./roles.ts";
import { entityOf } from "../entities.ts";
import type { Actor, Field, Rule, Schema } from "../types.ts";

/** The actor's rule for the operation, or null if it is not granted. An unknown role has no permissions. */
export function ruleFor(schema: Schema, actor: Actor, entityName: string, operation: Operation): Rule | null {
  if (actor.kind === "system") return FULL;
  const role = schema.roles.get(actor.role);
  const isAdmin = role?.isAdmin ?? false;
  if (isUserManagement(entityName, operation) && !(isAdmin && actor.kind === "user")) return null;
  return isAdmin ? FULL : (role?.permissions.get(entityName)?.[operation] ?? null);
}

/** Whatever the permissions are, only people with an admin role create and delete users; API keys never do. */
function isUserManagement(entityName: string, operation: Operation): boolean {
  return entityName === "_user" && (operation === "create" || operation === "delete");
}

/**
 * The rule for reading drafts, in addition to the one for reading: that one itself if it allows drafts, else the one for updating. Null if
 * the actor may not read drafts.
 */
export function draftRuleFor(schema: Schema, actor: Actor, entityName: string): Rule | null {
  const read = ruleFor(schema, actor, entityName, "read");
  return read?.drafts ? read : ruleFor(schema, actor, entityName, "update");
}

/**
 * The actor's rule for an operation on an entity.
 * @throws NOT_FOUND for an unknown entity, FORBIDDEN if the operation is not granted, CONFIRMATION_REQUIRED for the deletion of a user
 * without a recent sign-in.
 */
export function requireOperation(schema: Schema, actor: Actor, entityName: string, operation: Operation): Rule {
  const rule = ruleFor(schema, actor, entityOf(schema, entityName).name, operation);
  if (!rule) throw new AppError("FORBIDDEN");
  if (entityName === "_user" && operation === "delete") requireConfirmed(actor);
  return rule;
}

/** @throws FORBIDDEN for a role that is not admin */
export function requireAdmin(schema: Schema, actor: Actor): void {
  if (!isAdminActor(schema, actor)) throw new AppError("FORBIDDEN");
}

/** The system, and all callers with an admin role. */
export function isAdminActor(schema: Schema, actor: Actor): boolean {
  return actor.kind === "system" || (schema.roles.get(actor.role)?.isAdmin ?? false);
}

/** Sensitive changes need a recent sign-in or a recent confirmation. @throws CONFIRMATION_REQUIRED */
export function requireConfirmed(actor: Actor): void {
  if (actor.kind !== "system" && !(actor.kind === "user" && actor.confirmed)) throw new AppError("CONFIRMATION_REQUIRED");
}

/** Whether the actor may see the field: not hidden, not excluded from reading. The id is never excluded. */
export function isVisible(actor: Actor, rule: Rule, field: Field): boolean {
  if (field.hidden && actor.kind !== "system") return false;
  return field.name === "id" || !rule.exclude.has(field.name);
}

/** Whether the actor may read the field of that name. */
export function seesField(schema: Schema, actor: Actor, entityName: string, fieldName: string): boolean {
  const field = schema.entities.get(entityName)?.byName.get(fieldName);
  const rule = ruleFor(schema, actor, entityName, "read");
  return field !== undefined && rule !== null && isVisible(actor, rule, field);
}

/**
 * The details without the names of fields that the actor may neither write nor see: an error that depends on stored content must not reveal
 * that they exist.
 */
export function maskDetails(schema: Schema, actor: Actor, entityName: string, details: readonly ErrorDetail[]): readonly ErrorDetail[] {
  const entity = entityOf(schema, entityName);
  const rules = (["read", "update", "create"] as const).flatMap((operation) => ruleFor(schema, actor, entityName, operation) ?? []);
  return details.map((detail) => {
    const field = entity.byName.get(detail.field.split(".")[0] ?? "");
    const isKnown = !field || rules.some((rule) => isVisible(actor, rule, field));
    return isKnown ? detail : { field: "", message: "A field that your role can't read prevents this change" };
  });
}
