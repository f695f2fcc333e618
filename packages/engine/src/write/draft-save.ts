/** Saving a draft as one statement. */
import { sql } from "../sql.ts";
import type { Actor, Entity, Schema } from "../types.ts";
import { accessCases, versionedEntity } from "./draft-access.ts";
import { baseCtes, STORED_TEXT } from "./draft-base.ts";
import { callEffect, claimValues, countChange, draftStatement, draftVerdict, nextCte, resultCase, storeRow } from "./draft-parts.ts";
import type { RowMeta } from "./draft-parts.ts";
import { IS_LIVE, keepDraft } from "./draft-version.ts";
import { commonSlots, openData, roleKey } from "./open-data.ts";
import type { OpenData } from "./open-data.ts";
import type { WriteData } from "./parse-body.ts";
import { askDatabase, changedForGood, wrongReferences } from "./problems.ts";
import { fill, recipeOf } from "./recipe.ts";
import { targetSource } from "./sources.ts";
import type { WriteStatement } from "./statement.ts";
import { askBoth, askTaken, uniqueFields } from "./taken.ts";
import { NOW } from "./values.ts";
import { checkId, openTarget } from "./verdict.ts";
import type { OpenTarget } from "./verdict.ts";

export interface DraftInput {
  readonly data: WriteData;
  readonly expectedVersion?: number;
  readonly newId: () => string;
  /** The draft is begun anew on what is live now, whatever an earlier one was begun on. */
  readonly anew?: boolean;
}

const META: RowMeta = {
  version: sql`target.version + 1`, // If-Match guards what is pending as well
  updatedAt: sql`case when ${IS_LIVE} then target.updated_at else greatest(${NOW}, target.updated_at) end`,
  publishedAt: sql`target.published_at`,
};

function build(
  schema: Schema,
  actor: Actor,
  entity: Entity,
  { id, expectedVersion, data, anew }: OpenTarget & { data: OpenData; anew: boolean },
): WriteStatement {
  const wrong = askDatabase([
    ...wrongReferences(schema, data.references, STORED_TEXT),
    ...changedForGood(entity, targetSource(entity), data.values, anew),
  ]);
  const asked = askBoth(wrong, askTaken(entity, uniqueFields(entity), "both"));
  const cases = [...accessCases(schema, actor, entity, expectedVersion), ...asked.cases, resultCase(schema, actor, entity)];
  return draftStatement({
    schema,
    actor,
    entity,
    before: [
      ...baseCtes(schema, entity, id),
      nextCte(entity, { ...data, isWhole: anew }, META), // what a draft is begun anew with is whole
      ...asked.ctes,
      draftVerdict(cases),
    ],
    asked,
    effects: [
      storeRow(entity, sql`written.published_at is null`),
      countChange(entity, sql`written.published_at is not null`),
      claimValues(entity, sql`written.published_at is not null`),
      callEffect("kept", keepDraft(entity, anew)),
    ],
    pending: sql`true`,
    slugs: data.slugs,
  });
}

/**
 * Saves `data` over the draft. Of a published record the row keeps its content and the draft lies beside it; otherwise the
 * row itself is the draft. `id` is null for a global.
 * @throws NOT_FOUND for an entity without versions
 */
export function planSaveDraft(schema: Schema, actor: Actor, entityName: string, id: string | null, input: DraftInput): WriteStatement {
  const entity = versionedEntity(schema, entityName);
  checkId(entity, id);
  const { data, shape, given } = openData(entity, input.data, true);
  const anew = input.anew ?? false;
  const open = { data, anew, ...openTarget(id, input.expectedVersion) };
  const key = ["save", roleKey(actor), entity.name, anew, open.expectedVersion !== undefined, ...shape];
  const recipe = recipeOf(schema, key, () => build(schema, actor, entity, open));
  return fill(recipe, new Map([...given, ...commonSlots(actor, { id, expectedVersion: input.expectedVersion, versionId: input.newId() })]));
}
