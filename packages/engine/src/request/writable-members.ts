/** Which members of a body its writer may write. Their values are not looked at. */
import { AppError, type ErrorDetail } from "@colophon/model/errors";
import { assetPath, ASSETS_PATH, AUTOMATIC_NAMES, isMeta, UNKNOWN_FIELD } from "@colophon/model";
import { isAssetUrl, ownRulesOf, requireConfirmedValues } from "../permissions/built-in-rules.ts";
import { isVisible, requireOperation, ruleFor } from "../permissions/permissions.ts";
import { visibleReverse } from "../views/reverse.ts";
import type { Principal, Entity, Field, Rule, Schema } from "../types.ts";

export type WriteOperation = "create" | "update";

/** Names that a body may contain because answers do: the automatic ones, and all that begin with `_`. */
function isIgnored(name: string): boolean {
  return isMeta(name) || AUTOMATIC_NAMES.includes(name);
}

interface Sorted {
  readonly given: ReadonlyMap<Field, unknown>;
  readonly unknown: readonly ErrorDetail[];
  readonly forbidden: readonly ErrorDetail[];
}

interface Writer {
  readonly schema: Schema;
  readonly principal: Principal;
  /** The principal's permissions to write and to read; null if it may not read. */
  readonly rule: Rule;
  readonly read: Rule | null;
  /** The entity's own rules about fields, by their names. */
  readonly own: ReturnType<typeof ownRulesOf>;
}

/** A field excluded from the operation is forbidden if the role may read it, and unknown if it may not. */
function sortKeys({ schema, principal, rule, read, own }: Writer, entity: Entity, body: Record<string, unknown>): Sorted {
  const given = new Map<Field, unknown>();
  const unknown: ErrorDetail[] = [];
  const forbidden: ErrorDetail[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (isIgnored(key) || visibleReverse({ schema, principal }, entity, key)) continue;
    const field = entity.byName.get(key);
    if (field && !field.automatic && !rule.exclude.has(key) && !own.has(key))
      given.set(field, isAssetUrl(entity, field) ? storedUrl(schema, value) : value);
    else if (field && read && isVisible(principal, read, field))
      forbidden.push({ field: key, message: own.get(key) ?? "may not be written by your role" });
    else unknown.push({ field: key, message: UNKNOWN_FIELD });
  }
  return { given, unknown, forbidden };
}

/** The stored value of a file's URL that an answer contained; anything else is returned as it is. */
function storedUrl({ assetUrls }: Pick<Schema, "assetUrls">, url: unknown): unknown {
  const isPublic = assetUrls !== null && typeof url === "string" && url.startsWith(assetUrls.prefix + ASSETS_PATH);
  return isPublic ? assetPath(url.slice(url.lastIndexOf("/") + 1)) : url;
}

/** Create and delete permissions have no effect on a global: saving it is always an update. */
export function permissionFor(entity: Entity, operation: WriteOperation): WriteOperation {
  return entity.kind === "global" ? "update" : operation;
}

export interface Members {
  readonly operation: WriteOperation;
  readonly body: Record<string, unknown>;
}

/**
 * The fields that a body writes, and the names that the writer can't know.
 * @throws FORBIDDEN without the operation, or with details if a field may be read but not written; CONFIRMATION_REQUIRED for a sensitive
 * change without a recent sign-in
 */
export function writableMembers(
  schema: Schema,
  principal: Principal,
  entity: Entity,
  { operation, body }: Members,
): Pick<Sorted, "given" | "unknown"> {
  const rule = requireOperation(schema, principal, entity.name, permissionFor(entity, operation));
  const read = ruleFor(schema, principal, entity.name, "read");
  const own = ownRulesOf(schema, principal, entity, operation);
  const { given, unknown, forbidden } = sortKeys({ schema, principal, rule, read, own }, entity, body);
  if (forbidden.length > 0) throw new AppError("FORBIDDEN", undefined, { details: forbidden });
  requireConfirmedValues(schema, principal, entity, { operation, values: body });
  return { given, unknown };
}
