/** The trash of an entity: moving records to it, and restoring them. */
import { AppError } from "@colophon/model/errors";
import { checkKey } from "../row-keys.ts";
import { entityOf } from "../entities.ts";
import type { Principal, Entity, Schema } from "../types.ts";
import { freedFields } from "./freed-fields.ts";
import { accessTo, type WriteAccess } from "../plan/access.ts";
import { createPlan, cachedPlan, roleKey, withValues, type PlanOf } from "../plan/plan.ts";
import { quotedTable } from "../names.ts";
import { wayOf, type RemovalWay } from "../plan/removal.ts";
import { referenceTableOf } from "../references/reference-tables.ts";
import { rowTarget, type RowTarget } from "../plan/write.ts";

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

function trashWayOf(schema: Schema, entity: Entity): TrashWay {
  const { along, kept, groups, counted } = wayOf(schema, entity);
  const unlinked = freedFields(entity).flatMap(({ storage }) => (storage.kind === "junction" ? [quotedTable(storage.table)] : []));
  const held = referenceTableOf(schema, entity);
  const undrafted = held && entity.versions ? [quotedTable(held.table)] : [];
  return { along: kept.length > 0 ? along : [], kept, ...(groups && { groups }), counted, unlinked, undrafted };
}

/** Moves a record to the trash. If a `restrict` relation refers to it, this is refused like its deletion. */
export function planTrash(
  schema: Schema,
  principal: Principal,
  entityName: string,
  id: string,
  { expectedVersion }: TrashInput,
): TrashPlan {
  const entity = trashEntity(schema, entityName);
  const access = accessTo(schema, principal, entity.name, "delete");
  checkKey(entity, id);
  const key = JSON.stringify(["trash", roleKey(principal), entity.name, expectedVersion !== undefined]);
  const plan = cachedPlan(schema, key, () =>
    createPlan<TrashPlan>({ kind: "trash", access, way: trashWayOf(schema, entity), ...rowTarget(id, expectedVersion) }),
  );
  return withValues(plan, { id, expectedVersion });
}

/** Restores a record from the trash. */
export function planRestoreTrashed(
  schema: Schema,
  principal: Principal,
  entityName: string,
  id: string,
  { expectedVersion }: TrashInput,
): RestoreTrashedPlan {
  const entity = trashEntity(schema, entityName);
  const access = accessTo(schema, principal, entity.name, "delete");
  checkKey(entity, id);
  const key = JSON.stringify(["restoreTrashed", roleKey(principal), entity.name, expectedVersion !== undefined]);
  const plan = cachedPlan(schema, key, () =>
    createPlan<RestoreTrashedPlan>({
      kind: "restoreTrashed",
      access,
      counted: wayOf(schema, entity).counted,
      holdsDraft: entity.versions !== false && referenceTableOf(schema, entity) !== null,
      ...rowTarget(id, expectedVersion),
    }),
  );
  return withValues(plan, { id, expectedVersion });
}
