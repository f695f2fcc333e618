/** Creating, changing and deleting: the plans of writes that publish at once. */
import { AppError, invalid } from "@colophon/model/errors";
import { ownerOf } from "../permissions/permissions.ts";
import { isAsset, requireWritableValues } from "../permissions/built-in-rules.ts";
import { placeholder, type Placeholder } from "../placeholder.ts";
import type { WriteData } from "../request/body.ts";
import { checkKey } from "../row-keys.ts";
import { entityOf } from "../entities.ts";
import type { Principal, Schema } from "../types.ts";
import { accessTo, type WriteAccess } from "./access.ts";
import { dataOf, type DataPlan } from "./data.ts";
import { authorOf, createPlan, cachedPlan, roleKey, withValues, type PlanOf } from "./plan.ts";
import { removalOf, type Removal } from "./removal.ts";

/** Which kind of owner the writer becomes; null for nobody. */
type Author = "user" | "key" | null;

export interface CreatePlan extends PlanOf<"create"> {
  readonly access: WriteAccess;
  readonly data: DataPlan;
  readonly draft: boolean;
  readonly by: Author;
}

export interface UpdatePlan extends PlanOf<"update">, RowTarget {
  readonly access: WriteAccess;
  readonly data: DataPlan;
  readonly by: Author;
  readonly first: boolean;
  readonly keptSession: Placeholder | null;
}

export interface RemovePlan extends PlanOf<"remove">, RowTarget {
  readonly access: WriteAccess;
  /** How a record with many references to it is deleted; null if nothing refers to records of the entity. */
  readonly removal: Removal | null;
  /** Whether it is about a record in the trash, and the latest time at which that was moved there; null: any time. */
  readonly trashed: boolean;
  readonly until: Placeholder | null;
}

/** The record and its expected version; null for the only row of a global, and for any version. */
export interface RowTarget {
  /** See `row-keys.ts`. */
  readonly id: Placeholder | null;
  readonly expectedVersion: Placeholder | null;
}

export interface CreateInput {
  /** The new record's id, a UUID v7. */
  readonly id: string;
  readonly data: WriteData;
  readonly draft?: boolean;
  /** Makes ids for additional rows, such as the version's. */
  readonly newId: () => string;
}

export interface UpdateInput {
  readonly data: WriteData;
  /** The version that the caller has read (`If-Match`): another one is a `changed` outcome. */
  readonly expectedVersion?: number;
  readonly newId: () => string;
  /** The first save of a global without versions: it replaces a draft that is ignored, if there is one. */
  readonly first?: boolean;
  /** If a user changes their own email address: the session that continues, when all others end. */
  readonly keptSession?: string;
}

export interface RemoveInput {
  readonly expectedVersion?: number;
  readonly newId: () => string;
  /** The record is in the trash. */
  readonly trashed?: boolean;
  /** And was moved there at this time, or earlier. */
  readonly until?: Date;
}

export function rowTarget(id: string | null, expectedVersion?: number): RowTarget {
  return {
    id: id === null ? null : placeholder("id"),
    expectedVersion: expectedVersion === undefined ? null : placeholder("expectedVersion"),
  };
}

/**
 * Creates a record with its links and its version, if the result matches the principal's row filter. For a global it is the first save, with
 * the update permission.
 */
export function planCreate(schema: Schema, principal: Principal, entityName: string, input: CreateInput): CreatePlan {
  const entity = entityOf(schema, entityName);
  const { id, draft = false, newId } = input;
  requireWritableValues(schema, principal, entity, { operation: "create", values: input.data.values });
  if (draft && !entity.versions) throw invalid([{ field: "draft", message: `${entity.name} has no drafts` }]);
  const access = accessTo(schema, principal, entity.name, entity.kind === "global" ? "update" : "create");
  const data = dataOf(schema, entity, input.data);
  const by = ownerOf(principal)?.kind ?? null;
  const key = JSON.stringify(["create", roleKey(principal), by, entity.name, draft, ...data.shape]);
  const plan = cachedPlan(schema, key, () => createPlan<CreatePlan>({ kind: "create", access, data: data.plan(), draft, by }));
  return withValues(plan, { ...data.values, id, ...authorOf(principal), versionId: entity.versions ? newId() : null });
}

/**
 * Changes the fields in `data` and publishes the record. `id` is null for a global. A pending draft of a published record is kept; an
 * unpublished record is published with its draft, and must have its required fields. @throws NOT_FOUND for an invalid id
 */
export function planUpdate(schema: Schema, principal: Principal, entityName: string, id: string | null, input: UpdateInput): UpdatePlan {
  const entity = entityOf(schema, entityName);
  checkKey(entity, id);
  requireWritableValues(schema, principal, entity, { operation: "update", values: input.data.values });
  const access = accessTo(schema, principal, entity.name, "update");
  const data = dataOf(schema, entity, input.data);
  const { first = false, expectedVersion, keptSession } = input;
  const flags = [expectedVersion !== undefined, first, keptSession !== undefined];
  const by = ownerOf(principal)?.kind ?? null;
  const key = JSON.stringify(["update", roleKey(principal), by, entity.name, ...flags, ...data.shape]);
  const plan = cachedPlan(schema, key, () =>
    createPlan<UpdatePlan>({
      kind: "update",
      access,
      ...rowTarget(id, expectedVersion),
      data: data.plan(),
      by,
      first,
      keptSession: keptSession === undefined ? null : placeholder("keptSession"),
    }),
  );
  const versionId = entity.versions ? input.newId() : null;
  return withValues(plan, { ...data.values, id, expectedVersion, keptSession, ...authorOf(principal), versionId });
}

/**
 * Deletes a record. Foreign keys delete its links; if there are many, a background job does. If a `restrict` relation refers to the record,
 * the foreign key refuses the deletion and names the referring entity. @throws NOT_FOUND for a global: it can't be deleted; of the trash
 * for an entity without one.
 */
export function planRemove(schema: Schema, principal: Principal, entityName: string, id: string, input: RemoveInput): RemovePlan {
  const entity = entityOf(schema, entityName);
  if (entity.kind === "global") throw new AppError("NOT_FOUND");
  const access = accessTo(schema, principal, entity.name, "delete");
  checkKey(entity, id);
  const { expectedVersion, newId, trashed = false, until } = input;
  if (trashed && !entity.trash) throw new AppError("NOT_FOUND");
  const key = JSON.stringify(["remove", roleKey(principal), entity.name, expectedVersion !== undefined, trashed, until !== undefined]);
  const plan = cachedPlan(schema, key, () =>
    createPlan<RemovePlan>({
      kind: "remove",
      access,
      removal: removalOf(schema, entity),
      trashed,
      until: until === undefined ? null : placeholder("until"),
      ...rowTarget(id, expectedVersion),
    }),
  );
  return withValues(plan, { id, expectedVersion, until: until?.toISOString(), outboxId: isAsset(entity) ? newId() : null });
}
