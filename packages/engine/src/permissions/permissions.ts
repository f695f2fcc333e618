/** All lookups of a role's permissions. */
import type { Operation } from "@colophon/config";
import { AppError, type ErrorDetail } from "@colophon/model/errors";
import { FULL } from "./roles.ts";
import { entityOf } from "../entities.ts";
import type { Principal, Field, Rule, Schema } from "../types.ts";

/** The principal's rule for the operation, or null if it is not granted. An unknown role has no permissions. */
export function ruleFor(schema: Schema, principal: Principal, entityName: string, operation: Operation): Rule | null {
  if (principal.kind === "system") return FULL;
  const role = schema.roles.get(principal.role);
  const isAdmin = role?.isAdmin ?? false;
  if (isUserManagement(entityName, operation) && !(isAdmin && principal.kind === "user")) return null;
  return isAdmin ? FULL : (role?.permissions.get(entityName)?.[operation] ?? null);
}

/** Whatever the permissions are, only people with an admin role create and delete users; API keys never do. */
function isUserManagement(entityName: string, operation: Operation): boolean {
  return entityName === "_user" && (operation === "create" || operation === "delete");
}

/**
 * The rule for reading drafts, in addition to the one for reading: that one itself if it allows drafts, else the one for updating. Null if
 * the principal may not read drafts.
 */
export function draftRuleFor(schema: Schema, principal: Principal, entityName: string): Rule | null {
  const read = ruleFor(schema, principal, entityName, "read");
  return read?.drafts ? read : ruleFor(schema, principal, entityName, "update");
}

/**
 * The principal's rule for an operation on an entity.
 * @throws NOT_FOUND for an unknown entity, FORBIDDEN if the operation is not granted, CONFIRMATION_REQUIRED for the deletion of a user
 * without a recent sign-in.
 */
export function requireOperation(schema: Schema, principal: Principal, entityName: string, operation: Operation): Rule {
  const rule = ruleFor(schema, principal, entityOf(schema, entityName).name, operation);
  if (!rule) throw new AppError("FORBIDDEN");
  if (entityName === "_user" && operation === "delete") requireConfirmed(principal);
  return rule;
}

/** @throws FORBIDDEN for a role that is not admin */
export function requireAdmin(schema: Schema, principal: Principal): void {
  if (!isAdminPrincipal(schema, principal)) throw new AppError("FORBIDDEN");
}

/** The system, and all callers with an admin role. */
export function isAdminPrincipal(schema: Schema, principal: Principal): boolean {
  return principal.kind === "system" || (schema.roles.get(principal.role)?.isAdmin ?? false);
}

/** Sensitive changes need a recent sign-in or a recent confirmation. @throws CONFIRMATION_REQUIRED */
export function requireConfirmed(principal: Principal): void {
  if (principal.kind !== "system" && !(principal.kind === "user" && principal.confirmed)) throw new AppError("CONFIRMATION_REQUIRED");
}

/** Whether the principal may see the field: not hidden, not excluded from reading. The id is never excluded. */
export function isVisible(principal: Principal, rule: Rule, field: Field): boolean {
  if (field.hidden && principal.kind !== "system") return false;
  return field.name === "id" || !rule.exclude.has(field.name);
}

/** Whether the principal may read the field of that name. */
export function seesField(schema: Schema, principal: Principal, entityName: string, fieldName: string): boolean {
  const field = schema.entities.get(entityName)?.byName.get(fieldName);
  const rule = ruleFor(schema, principal, entityName, "read");
  return field !== undefined && rule !== null && isVisible(principal, rule, field);
}

/**
 * The details without the names of fields that the principal may neither write nor see: an error that depends on stored content must not reveal
 * that they exist.
 */
export function maskDetails(
  schema: Schema,
  principal: Principal,
  entityName: string,
  details: readonly ErrorDetail[],
): readonly ErrorDetail[] {
  const entity = entityOf(schema, entityName);
  const rules = (["read", "update", "create"] as const).flatMap((operation) => ruleFor(schema, principal, entityName, operation) ?? []);
  return details.map((detail) => {
    const field = entity.byName.get(detail.field.split(".")[0] ?? "");
    const isKnown = !field || rules.some((rule) => isVisible(principal, rule, field));
    return isKnown ? detail : { field: "", message: "A field that your role can't read prevents this change" };
  });
}

/** The owner that is stored for a principal's writes; null for the system and for anonymous callers. */
export function ownerOf(principal: Principal): { readonly kind: "user" | "key"; readonly id: string } | null {
  if (principal.kind === "user") return { kind: "user", id: principal.userId };
  return principal.kind === "key" ? { kind: "key", id: principal.keyId } : null;
}
