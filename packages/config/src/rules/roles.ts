import { isPlainObject } from "@colophon/model";
import * as z from "zod";
import type { IssuePath } from "../problems.ts";
import { readShape } from "../shape.ts";
import { kindOf, nearest, quoteList, unknownKey } from "../messages.ts";
import { checkEntity, type Catalog } from "./catalog.ts";
import { checkFilter } from "./filters.ts";
import { checkDistinct, checkRoleName, type Named } from "./names.ts";
import { nameOf } from "./read-fields.ts";

const OPERATIONS = ["create", "read", "update", "delete"];
const ROLE_SHAPE = z.strictObject({
  name: z.string(),
  title: z.string().optional(),
  isAdmin: z.boolean().optional(),
  public: z.boolean().optional(),
  permissions: z.custom<object>(isPlainObject, "Make permissions an object of entity and operations.").optional(),
});
const PERMISSION_SHAPE = z.strictObject({ filter: z.unknown().optional(), fields: z.unknown().optional() });
const READ_SHAPE = PERMISSION_SHAPE.extend({ drafts: z.boolean().optional() });
const FIELDS_SHAPE = z.strictObject({ exclude: z.array(z.string()).optional() });

/** Reads all roles, reports the problems of each and of all together, and returns the names for users, keys and routes. */
export function readRoles(list: readonly unknown[], issuePath: IssuePath, catalog: Catalog): ReadonlySet<string> {
  const roles = Array.from(list, (input, index) => readRole(input, issuePath.at(index), catalog));
  for (const role of roles) checkRoleName(role);
  checkDistinct(roles, "role");
  if (!roles.some(({ isAdmin }) => isAdmin))
    issuePath.report(
      'Add a role with isAdmin: true, such as { name: "admin", isAdmin: true }: without one nobody could administer the site.',
    );
  const [publicRole, ...others] = roles.filter(({ isPublic }) => isPublic);
  for (const role of others)
    role.issuePath
      .at("public")
      .report(`Remove public here or at ${publicRole?.issuePath.path}: at most one role is for callers without credentials.`);
  return new Set(roles.flatMap(({ name }) => (name === null ? [] : [name])));
}

interface RoleView extends Named {
  readonly isAdmin: boolean;
  readonly isPublic: boolean;
}

function readRole(input: unknown, issuePath: IssuePath, catalog: Catalog): RoleView {
  const read = readShape(ROLE_SHAPE, input, issuePath, "a role");
  // A wrong value is reported itself; a message that no admin exists would be confusing.
  const isAdmin = read?.isAdmin === true || (isPlainObject(input) && input["isAdmin"] !== undefined && read?.isAdmin === undefined);
  const isPublic = read?.public === true;
  if (isAdmin && isPublic) issuePath.at("public").report("Remove public or isAdmin: otherwise every caller is an admin.");
  if (isPlainObject(read?.permissions)) checkPermissions(read.permissions, issuePath.at("permissions"), catalog);
  return { name: nameOf(input), issuePath, isAdmin, isPublic };
}

function checkPermissions(permissions: Record<string, unknown>, issuePath: IssuePath, catalog: Catalog): void {
  for (const [entity, operations] of Object.entries(permissions)) {
    const at = issuePath.at(entity);
    checkEntity(entity, at, catalog);
    if (!isPlainObject(operations)) {
      at.report(`Write an object such as { read: true } instead of ${kindOf(operations)}.`);
      continue;
    }
    for (const [operation, permission] of Object.entries(operations)) {
      if (!OPERATIONS.includes(operation)) at.at(operation).report(unknownKey(operation, OPERATIONS, "a permission"));
      else checkPermission(permission, at.at(operation), { catalog, entity, shape: operation === "read" ? READ_SHAPE : PERMISSION_SHAPE });
    }
  }
}

interface PermissionScope {
  readonly catalog: Catalog;
  readonly entity: string;
  readonly shape: typeof PERMISSION_SHAPE | typeof READ_SHAPE;
}

function checkPermission(permission: unknown, issuePath: IssuePath, scope: PermissionScope): void {
  if (typeof permission === "boolean" || permission === undefined) return;
  if (!isPlainObject(permission)) return issuePath.report(`Write true, false or { filter, fields } instead of ${kindOf(permission)}.`);
  readShape(scope.shape, permission, issuePath, "a permission");
  if (!scope.catalog.has(scope.entity)) return;
  if ("filter" in permission) checkFilter(permission["filter"], issuePath.at("filter"), scope);
  if ("fields" in permission) checkExclude(permission["fields"], issuePath.at("fields"), scope);
}

function checkExclude(fields: unknown, issuePath: IssuePath, { catalog, entity }: { catalog: Catalog; entity: string }): void {
  const exclude = readShape(FIELDS_SHAPE, fields, issuePath, "fields")?.exclude;
  const at = issuePath.at("exclude");
  const isLeftUndefined = isPlainObject(fields) && "exclude" in fields && fields["exclude"] === undefined;
  if (isLeftUndefined) at.report('List the fields to hide, such as ["notes"], or remove fields.');
  const names = (catalog.get(entity) ?? []).flatMap(({ name }) => (name === null ? [] : [name]));
  for (const [index, name] of (exclude ?? []).entries()) {
    const suggestion = nearest(name, names);
    if (name === "id") at.at(index).report('Remove "id": an answer always holds the id.');
    else if (!names.includes(name))
      at.at(index).report(
        suggestion === undefined
          ? `Name one of ${quoteList(names)}: the entity "${entity}" has no field "${name}".`
          : `Write "${suggestion}" instead of "${name}": the entity "${entity}" has no such field.`,
      );
  }
}
