/** What the product itself denies to roles that are not admin, whatever their permissions are. */
import { isAssetEntity, type Operation } from "@colophon/config";
import { AppError } from "@colophon/model/errors";
import type { ErrorDetail } from "@colophon/model/errors";
import { requireConfirmed } from "./permissions.ts";
import type { Principal, Entity, Field, Schema } from "../types.ts";

const NONE: ReadonlyMap<string, string> = new Map();
/** The three entities of uploaded assets. */
export function isAsset(entity: Entity): boolean {
  return isAssetEntity(entity.name);
}

/** Whether a field is the address of a file. */
export function isAssetUrl(entity: Entity, { name }: Field): boolean {
  return isAsset(entity) && name === "url";
}

function isAdmin(schema: Schema, principal: Exclude<Principal, { kind: "system" }>): boolean {
  return schema.roles.get(principal.role)?.isAdmin ?? false;
}

/** Field → why the principal may not change it. Email addresses and roles of users are changed by admins, and never by an API key. */
export function ownRulesOf(schema: Schema, principal: Principal, entity: Entity, operation: Operation): ReadonlyMap<string, string> {
  if (entity.name !== "_user" || operation !== "update" || principal.kind === "system") return NONE;
  if (principal.kind === "key") {
    return new Map([
      ["role", "may not be changed by an API key"],
      ["email", "may not be changed by an API key"],
    ]);
  }
  if (isAdmin(schema, principal)) return NONE;
  return new Map([
    ["role", "only an admin may change roles"],
    ["email", "only an admin may change addresses here; POST /api/auth/email changes your own"],
  ]);
}

/**
 * Granting an admin role, and changing any role or email address, needs a recent sign-in.
 * @param values - the values to write, checked or not.
 * @throws CONFIRMATION_REQUIRED
 */
export function requireConfirmedValues(
  schema: Schema,
  principal: Principal,
  entity: Entity,
  { operation, values }: { readonly operation: Operation; readonly values: Readonly<Record<string, unknown>> },
): void {
  if (entity.name !== "_user") return;
  const { role } = values;
  const givesAdmin = typeof role === "string" && (schema.roles.get(role)?.isAdmin ?? false);
  const changes = Object.hasOwn(values, "role") || Object.hasOwn(values, "email");
  if (operation === "create" ? givesAdmin : changes) requireConfirmed(principal);
}

/** The rules above for data that does not come from a body. @throws FORBIDDEN, CONFIRMATION_REQUIRED */
export function requireWritableValues(
  schema: Schema,
  principal: Principal,
  entity: Entity,
  write: { readonly operation: Operation; readonly values: Readonly<Record<string, unknown>> },
): void {
  const own = ownRulesOf(schema, principal, entity, write.operation);
  const details = [...own].filter(([field]) => Object.hasOwn(write.values, field)).map(([field, message]) => ({ field, message }));
  if (details.length > 0) throw new AppError("FORBIDDEN", undefined, { details });
  requireConfirmedValues(schema, principal, entity, write);
}

/** Fills in a user's default values, and checks what no field type can: that the role is configured. */
export function finishUser(schema: Schema, entity: Entity, values: Record<string, unknown>, problems: ErrorDetail[], isNew: boolean): void {
  if (entity.name !== "_user") return;
  const { role, email, name } = values;
  if (typeof role === "string" && role !== "" && !schema.roles.has(role)) {
    problems.push({ field: "role", message: `must be one of ${[...schema.roles.keys()].join(", ")}` });
  }
  if (isNew && typeof email === "string" && (name === null || name === "")) values["name"] = email.split("@")[0];
}
