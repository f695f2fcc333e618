/** The trash of an entity: moving records to it, restoring them, and who may see them. */
import { AppError } from "@colophon/model/errors";
import { draftRuleFor, requireOperation } from "../permissions/permissions.ts";
import { checkKey } from "../row-keys.ts";
import { entityOf } from "../entity-of.ts";
import type { Actor, Entity, Schema } from "../types.ts";
import { freedFields } from "../freed-fields.ts";
import { accessTo } from "./access.ts";
import type { WriteAccess } from "./access.ts";
import type { Filter, Reader, RowFilter } from "./filter/contract.ts";
import { rowFilterOf } from "./filter/plan.ts";
import { planned, rememberedPlan, roleKey, withValues } from "./planned.ts";
import type { PlanOf } from "./planned.ts";
import { quotedTable } from "../names.ts";
import { wayOf } from "./removal.ts";
import type { RemovalWay } from "./removal.ts";
import { referenceTableOf } from "../references/reference-tables.ts";
import { targetsOf } from "./targets.ts";
import type { Targets } from "./targets.ts";
import { rowTarget } from "./write.ts";
import type { RowTarget } from "./write.ts";

/** The rows of the trash that a reader may see. */
export interface TrashRowFilter {
  readonly targets: Targets;
  readonly read: Filter | null;
  /** The row filter of the permission to delete. */
  readonly removal: Filter | null;
  /** The row filter for records that were never published, or are not any more; null: none. */
  readonly drafts: { readonly filter: Filter | null } | null;
}

/** The argument of `cms.move_to_trash`, as JSON. Tables are quoted for SQL. */
export interface TrashWay extends Pick<RemovalWay, "along" | "kept" | "groups" | "counted"> {
  /** Junctions whose rows of the record are deleted, because they would prevent the deletion of their targets. */
  readonly unlinked: readonly string[];
  /** The table with references of its draft, which would prevent the deletion of their targets. */
  readonly undrafted: readonly string[];
}

export interface TrashPlan extends PlanOf<"trash">, RowTarget {
  readonly access: WriteAccess;
  readonly way: TrashWay;
}

export interface RestoreTrashedPlan extends PlanOf<"restoreTrashed">, RowTarget {
  readonly access: WriteAccess;
  /** Entities whose totals change. */
  readonly counted: readonly string[];
  /** Whether its draft has references that must be stored again. */
  readonly holdsDraft: boolean;
}

export interface TrashInput {
  readonly expectedVersion?: number;
}

/** The entity. @throws NOT_FOUND for one without a trash: it has none of its routes */
export function trashEntity(schema: Schema, entityName: string): Entity {
  const entity = entityOf(schema, entityName);
  if (!entity.trash) throw new AppError("NOT_FOUND");
  return entity;
}

/** Using the trash needs the permissions to delete and to read its records. @throws FORBIDDEN */
export function trashRowFilterFor(reader: Reader, { entity, filter: read }: RowFilter): TrashRowFilter | null {
  const { schema, actor, problems } = reader;
  if (!entity.trash) problems.push({ field: "trashed", message: `${entity.name} has no trash` });
  if (!entity.trash) return null;
  const filterOf = (rule: Parameters<typeof rowFilterOf>[3]) => rowFilterOf(schema, actor, entity, rule).filter;
  const draftRule = entity.versions ? draftRuleFor(schema, actor, entity.name) : null;
  return {
    targets: targetsOf(schema, entity),
    read,
    removal: filterOf(requireOperation(schema, actor, entity.name, "delete")),
    drafts: draftRule && { filter: filterOf(draftRule) },
  };
}

function trashWayOf(schema: Schema, entity: Entity): TrashWay {
  const { along, kept, groups, counted } = wayOf(schema, entity);
  const unlinked = freedFields(entity).flatMap(({ storage }) => (storage.kind === "junction" ? [quotedTable(storage.table)] : []));
  const held = referenceTableOf(schema, entity);
  const undrafted = held && entity.versions ? [quotedTable(held.table)] : [];
  return { along: kept.length > 0 ? along : [], kept, ...(groups && { groups }), counted, unlinked, undrafted };
}

/** Moves a record to the trash. If a `restrict` relation refers to it, this is refused like its deletion. */
export function planTrash(schema: Schema, actor: Actor, entityName: string, id: string, { expectedVersion }: TrashInput): TrashPlan {
  const entity = trashEntity(schema, entityName);
  const access = accessTo(schema, actor, entity.name, "delete");
  checkKey(entity, id);
  const key = JSON.stringify(["trash", roleKey(actor), entity.name, expectedVersion !== undefined]);
  const plan = rememberedPlan(schema, key, () =>
    planned<TrashPlan>({ kind: "trash", access, way: trashWayOf(schema, entity), ...rowTarget(id, expectedVersion) }),
  );
  return withValues(plan, { id, expectedVersion });
}

/** Restores a record from the trash. */
export function planRestoreTrashed(
  schema: Schema,
  actor: Actor,
  entityName: string,
  id: string,
  { expectedVersion }: TrashInput,
): RestoreTrashedPlan {
  const entity = trashEntity(schema, entityName);
  const access = accessTo(schema, actor, entity.name, "delete");
  checkKey(entity, id);
  const key = JSON.stringify(["restoreTrashed", roleKey(actor), entity.name, expectedVersion !== undefined]);
  const plan = rememberedPlan(schema, key, () =>
    planned<RestoreTrashedPlan>({
      kind: "restoreTrashed",
      access,
      counted: wayOf(schema, entity).counted,
      holdsDraft: entity.versions !== false && referenceTableOf(schema, entity) !== null,
      ...rowTarget(id, expectedVersion),
    }),
  );
  return withValues(plan, { id, expectedVersion });
}
