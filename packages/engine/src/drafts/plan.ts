/**
 * The plans of drafts, all with the update permission. If a draft is involved, both the live row and the row with the draft applied must
 * match the caller's row filters.
 */
import { AppError } from "@colophon/model/errors";
import { placeholder, type Placeholder } from "../placeholder.ts";
import type { WriteData } from "../request/body.ts";
import { checkKey } from "../row-keys.ts";
import { entityOf } from "../entities.ts";
import type { Principal, Entity, Schema } from "../types.ts";
import { accessTo, type WriteAccess } from "../plan/access.ts";
import { dataOf, type DataPlan, type GivenData } from "../plan/data.ts";
import { authorOf, createPlan, cachedPlan, roleKey, withValues, type Frame, type PlanOf } from "../plan/plan.ts";
import { rowTarget, type RowTarget } from "../plan/write.ts";

export interface DraftPlanOf<Kind extends string> extends PlanOf<Kind>, RowTarget {
  readonly access: WriteAccess;
}

export interface SaveDraftPlan extends DraftPlanOf<"saveDraft"> {
  readonly data: DataPlan;
  readonly rebase: boolean;
  /** The session of an automatic save; null for other saves. */
  readonly autosave: Placeholder | null;
}

export interface PublishPlan extends DraftPlanOf<"publish"> {
  readonly data: DataPlan;
  readonly hasDraft: boolean;
  readonly force: boolean;
}

export type UnpublishPlan = DraftPlanOf<"unpublish">;
export type DiscardPlan = DraftPlanOf<"discard">;
export interface DraftContentPlan extends DraftPlanOf<"draftContent"> {
  /** Whether the row has the whole record, for hooks. */
  readonly hooked: boolean;
}
export type DraftTargetPlan = DraftPlanOf<"draftTarget">;

/** The expected version of a draft operation. */
export interface ExpectedInput {
  readonly expectedVersion?: number;
}

export interface DraftInput extends ExpectedInput {
  readonly data: WriteData;
  readonly newId: () => string;
  /** The draft is based on the current live version, even if an earlier draft has an older base. */
  readonly rebase?: boolean;
  /** The session, if it saves automatically: its saves of some minutes are one version. */
  readonly autosave?: string;
}

export interface PublishInput extends Omit<DraftInput, "rebase" | "autosave"> {
  /** The version row that `data` was read from, null if nothing is pending. */
  readonly draftId: string | null;
  /** Publish although the live record is newer than the draft. */
  readonly force?: boolean;
}

/** @throws NOT_FOUND for an entity without versions: it has none of these routes */
export function versionedEntity(schema: Schema, entityName: string, id: string | null): Entity {
  const entity = entityOf(schema, entityName);
  if (!entity.versions) throw new AppError("NOT_FOUND");
  checkKey(entity, id);
  return entity;
}

interface Draft {
  readonly schema: Schema;
  readonly principal: Principal;
  readonly entity: Entity;
  readonly id: string | null;
  readonly expectedVersion?: number | undefined;
}

/** The plan of one of these kinds; `more` contains the members of the kind in addition to its target. */
export function draftPlan<P extends DraftPlanOf<string>>(
  { schema, principal, entity, id, expectedVersion }: Draft,
  kind: P["kind"],
  shape: readonly unknown[] = [],
  more: () => object = () => ({}),
): P {
  const access = accessTo(schema, principal, entity.name, "update");
  const key = JSON.stringify([kind, roleKey(principal), entity.name, expectedVersion !== undefined, ...shape]);
  const plan = cachedPlan(schema, key, () =>
    createPlan<P>({ kind, access, ...rowTarget(id, expectedVersion), ...more() } as unknown as Frame<P>),
  );
  return withValues(plan, { id, expectedVersion });
}

export function adding<P extends PlanOf<string>>(plan: P, values: PlanOf<string>["values"]): P {
  return withValues(plan, { ...plan.values, ...values });
}

function dataFor({ schema, entity }: Draft, { data }: { readonly data: WriteData }): GivenData {
  return dataOf(schema, entity, data, true);
}

/**
 * Applies `data` to the draft. A published record keeps its content, and the draft is stored separately; otherwise the row itself is the
 * draft. `id` is null for a global.
 * @throws NOT_FOUND for an entity without versions
 */
export function planSaveDraft(
  schema: Schema,
  principal: Principal,
  entityName: string,
  id: string | null,
  input: DraftInput,
): SaveDraftPlan {
  const { expectedVersion, rebase = false, autosave, newId } = input;
  const isAutomatic = autosave !== undefined;
  const draft: Draft = { schema, principal, entity: versionedEntity(schema, entityName, id), id, expectedVersion };
  const data = dataFor(draft, input);
  const plan = draftPlan<SaveDraftPlan>(draft, "saveDraft", [rebase, isAutomatic, ...data.shape], () => ({
    data: data.plan(),
    rebase,
    autosave: isAutomatic ? placeholder("autosave") : null,
  }));
  return adding(plan, { ...data.values, ...authorOf(principal), autosave, versionId: newId() });
}

/** Publishes the draft's content, which is complete and fully checked. `id` is null for a global. */
export function planPublish(schema: Schema, principal: Principal, entityName: string, id: string | null, input: PublishInput): PublishPlan {
  const { expectedVersion, draftId, force = false, newId } = input;
  const draft: Draft = { schema, principal, entity: versionedEntity(schema, entityName, id), id, expectedVersion };
  const data = dataFor(draft, input);
  const hasDraft = draftId !== null;
  const plan = draftPlan<PublishPlan>(draft, "publish", [hasDraft, force, ...data.shape], () => ({ data: data.plan(), hasDraft, force }));
  return adding(plan, { ...data.values, ...authorOf(principal), draftId, versionId: hasDraft ? null : newId() });
}

/** Hides the record from every live read; its newest content becomes the draft. Does nothing if the record is unpublished. */
export function planUnpublish(
  schema: Schema,
  principal: Principal,
  entityName: string,
  id: string | null,
  expected: ExpectedInput,
): UnpublishPlan {
  return draftPlan({ schema, principal, entity: versionedEntity(schema, entityName, id), id, ...expectedOf(expected) }, "unpublish");
}

/**
 * Deletes the draft of a published record. A record that was never published is deleted, and the answer is `{ id }`; one that was
 * unpublished has no separate draft and does not change.
 */
export function planDiscard(
  schema: Schema,
  principal: Principal,
  entityName: string,
  id: string | null,
  expected: ExpectedInput,
): DiscardPlan {
  return draftPlan({ schema, principal, entity: versionedEntity(schema, entityName, id), id, ...expectedOf(expected) }, "discard");
}

export interface DraftContentInput extends ExpectedInput {
  readonly hooked?: boolean;
}

/** Reads a record's newest content, the draft's as it was stored or the row's. */
export function planDraftContent(
  schema: Schema,
  principal: Principal,
  entityName: string,
  id: string | null,
  { hooked = false, ...expected }: DraftContentInput,
): DraftContentPlan {
  const draft = { schema, principal, entity: versionedEntity(schema, entityName, id), id, ...expectedOf(expected) };
  return draftPlan<DraftContentPlan>(draft, "draftContent", [hooked], () => ({ hooked }));
}

/** Checks whether the principal may work with a record's drafts, and returns which record that is. */
export function planDraftTarget(
  schema: Schema,
  principal: Principal,
  entityName: string,
  id: string | null,
  expected: ExpectedInput = {},
): DraftTargetPlan {
  return draftPlan({ schema, principal, entity: versionedEntity(schema, entityName, id), id, ...expectedOf(expected) }, "draftTarget");
}

function expectedOf({ expectedVersion }: ExpectedInput): ExpectedInput {
  return expectedVersion === undefined ? {} : { expectedVersion };
}
