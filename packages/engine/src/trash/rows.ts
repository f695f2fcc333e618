/** The records of an entity's trash, as a read shows them. */
import { draftRuleFor, requireOperation } from "../permissions/permissions.ts";
import { targetsOf } from "../references/reference-tables.ts";
import type { Targets } from "../references/reference-tables.ts";
import type { Filter, Reader, RowFilter } from "../plan/filter/contract.ts";
import type { Rights } from "../plan/selection/rights.ts";
import type { Entity } from "../types.ts";
import { rowFilterOf } from "../plan/filter/plan.ts";

/** The rows of the trash that a reader may see. */
export interface TrashRowFilter {
  readonly targets: Targets;
  readonly read: Filter | null;
  /** The row filter of the permission to delete. */
  readonly removal: Filter | null;
  /** The row filter for records that were never published, or are not any more; null: none. */
  readonly drafts: { readonly filter: Filter | null } | null;
}

/** Using the trash needs the permissions to delete and to read its records. @throws FORBIDDEN */
export function trashRowFilterFor(reader: Reader, { entity, filter: read }: RowFilter): TrashRowFilter | null {
  const { schema, principal, problems } = reader;
  if (!entity.trash) problems.push({ field: "trashed", message: `${entity.name} has no trash` });
  if (!entity.trash) return null;
  const filterOf = (rule: Parameters<typeof rowFilterOf>[3]) => rowFilterOf(schema, principal, entity, rule).filter;
  const draftRule = entity.versions ? draftRuleFor(schema, principal, entity.name) : null;
  return {
    targets: targetsOf(schema, entity),
    read,
    removal: filterOf(requireOperation(schema, principal, entity.name, "delete")),
    drafts: draftRule && { filter: filterOf(draftRule) },
  };
}

/** For a row in the trash: a caller who may read it may delete it permanently. Other operations are not allowed. */
export function trashRights(entity: Entity): Rights {
  return { update: null, delete: { entity, filter: null }, draftTargets: null };
}
