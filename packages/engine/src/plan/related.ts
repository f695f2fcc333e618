/** Reads before a write: about references, translations and earlier answers. */
import { AppError } from "@colophon/model/errors";
import type { Reference } from "@colophon/model";
import { requireOperation } from "../permissions/permissions.ts";
import { placeholder, type Placeholder } from "../placeholder.ts";
import { checkKey, isLocalized } from "../row-keys.ts";
import { entityOf } from "../entities.ts";
import type { Principal, Schema, Table } from "../types.ts";
import type { PlanValues } from "../statements.ts";
import { accessTo, readAccessTo, type ReadAccess, type WriteAccess } from "./access.ts";
import { createPlan, cachedPlan, roleKey, withValues, type PlanOf } from "./plan.ts";

/** Ids whose rows are in one table. */
export interface IdsIn {
  readonly table: Table;
  readonly ids: Placeholder;
}

/** Returns the ids of deleted records, as rows of `id`. */
export interface LostPlan extends PlanOf<"lost"> {
  readonly among: readonly IdsIn[];
}

/** Returns the siblings of records in one language, as rows of `id` and `sibling`. */
export interface SiblingsPlan extends PlanOf<"siblings"> {
  readonly among: readonly IdsIn[];
}

export interface TranslationSourcePlan extends PlanOf<"translationSource"> {
  readonly access: WriteAccess;
  readonly seesDrafts: boolean;
}

export interface ReplayPlan extends PlanOf<"replay"> {
  readonly access: ReadAccess;
  readonly id: Placeholder | null;
}

type Referred = Pick<Reference, "entity" | "id">;

function groupsOf(schema: Schema, references: readonly Referred[], isIncluded: (entity: string) => boolean) {
  const groups = [...Map.groupBy(references, ({ entity }) => entity)].filter(([entity]) => isIncluded(entity));
  const among = groups.map(([entity], at): IdsIn => ({ table: entityOf(schema, entity).table, ids: placeholder(`ids${at}`) }));
  const values: PlanValues = Object.fromEntries(groups.map(([, group], at) => [`ids${at}`, group.map(({ id }) => id)]));
  return { among, values, key: groups.map(([entity]) => entity) };
}

/** Finds the referenced records that were deleted; null if there are no references. */
export function planLost(schema: Schema, principal: Principal, entityName: string, references: readonly Reference[]): LostPlan | null {
  requireOperation(schema, principal, entityName, "update");
  const { among, values, key } = groupsOf(schema, references, () => true);
  if (among.length === 0) return null;
  const plan = cachedPlan(schema, JSON.stringify(["lost", ...key]), () => createPlan<LostPlan>({ kind: "lost", among }));
  return withValues(plan, values);
}

/** Finds the siblings in `locale` of records, which are of the entity or referred to by it. At least one entity must be translatable. */
export function planSiblings(
  schema: Schema,
  principal: Principal,
  entityName: string,
  references: readonly Referred[],
  locale: string,
): SiblingsPlan {
  requireOperation(schema, principal, entityName, "create");
  const { among, values, key } = groupsOf(schema, references, (entity) => entityOf(schema, entity).translatable);
  const plan = cachedPlan(schema, JSON.stringify(["siblings", ...key]), () => createPlan<SiblingsPlan>({ kind: "siblings", among }));
  return withValues(plan, { ...values, locale });
}

/**
 * Reads a record for its translation: the live one, or for those who may read drafts a record that is not live. For them, a pending draft
 * must also be readable. No row if the principal sees none. @throws NOT_FOUND for an entity without translations, FORBIDDEN without the create
 * or the read permission
 */
export function planTranslationSource(schema: Schema, principal: Principal, entityName: string, id: string): TranslationSourcePlan {
  const entity = entityOf(schema, entityName);
  if (!entity.translatable || isLocalized(entity)) throw new AppError("NOT_FOUND");
  requireOperation(schema, principal, entityName, "create");
  const access = accessTo(schema, principal, entityName, "read");
  checkKey(entity, id);
  const key = JSON.stringify(["translationSource", roleKey(principal), entity.name]);
  const seesDrafts = (access.read?.drafts ?? null) !== null;
  const plan = cachedPlan(schema, key, () => createPlan<TranslationSourcePlan>({ kind: "translationSource", access, seesDrafts }));
  return withValues(plan, { id });
}

/** Limits an earlier answer about a record to what this principal may see now. No row if the record was deleted. */
export function planReplay(schema: Schema, principal: Principal, entityName: string, id: string | null, earlier: unknown): ReplayPlan {
  const access = readAccessTo(schema, principal, entityName);
  checkKey(access.entity, id);
  const key = JSON.stringify(["replay", roleKey(principal), access.entity.name]);
  const plan = cachedPlan(schema, key, () =>
    createPlan<ReplayPlan>({ kind: "replay", access, id: id === null ? null : placeholder("id") }),
  );
  return withValues(plan, { id, earlier });
}
