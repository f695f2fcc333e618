/** Publishing and unpublishing as one statement each. */
import { sql } from "../sql.ts";
import type { Actor, Entity, Schema } from "../types.ts";
import { accessCases, versionedEntity } from "./draft-access.ts";
import { baseCtes, STORED_TEXT } from "./draft-base.ts";
import { callEffect, claimValues, draftStatement, draftVerdict, nextCte, resultCase, storeRow } from "./draft-parts.ts";
import type { RowMeta } from "./draft-parts.ts";
import type { DraftInput } from "./draft-save.ts";
import { IS_LIVE, publishVersion, unpublishVersion } from "./draft-version.ts";
import { commonSlots, openData, roleKey } from "./open-data.ts";
import type { OpenData } from "./open-data.ts";
import { askDatabase, changedForGood, wrongReferences } from "./problems.ts";
import { fill, recipeOf, slot } from "./recipe.ts";
import { targetSource } from "./sources.ts";
import type { WriteStatement } from "./statement.ts";
import { askBoth, askTaken, uniqueFields } from "./taken.ts";
import { NOW } from "./values.ts";
import { checkId, openTarget } from "./verdict.ts";
import type { OpenTarget } from "./verdict.ts";

export interface PublishInput extends DraftInput {
  /** The version row the content in `data` came from, null where nothing is pending. */
  readonly draftId: string | null;
  /** Publish although the live record is newer than the draft. */
  readonly force?: boolean;
}

interface Open extends OpenTarget {
  readonly data: OpenData;
  readonly hasDraft: boolean;
  readonly force: boolean;
}

const PUBLISHED: RowMeta = { version: sql`target.version + 1`, updatedAt: sql`greatest(${NOW}, target.updated_at)`, publishedAt: NOW };
const UNPUBLISHED: RowMeta = {
  version: sql`target.version + case when ${IS_LIVE} then 1 else 0 end`,
  updatedAt: sql`case when ${IS_LIVE} then greatest(${NOW}, target.updated_at) else target.updated_at end`,
  publishedAt: sql`null::timestamptz`,
};

function buildPublish(schema: Schema, actor: Actor, entity: Entity, { id, expectedVersion, data, hasDraft, force }: Open): WriteStatement {
  const immutable = changedForGood(entity, targetSource(entity), data.values, true).map((one) => sql`${one} and ${IS_LIVE}`);
  const wrong = askDatabase([...wrongReferences(schema, data.references, STORED_TEXT), ...immutable]);
  const asked = askBoth(wrong, askTaken(entity, uniqueFields(entity), "drafts"));
  const isSame = hasDraft ? sql`pending.version_id = ${slot("draftId")}::uuid` : sql`pending.version_id is null`;
  const cases = [
    ...accessCases(schema, actor, entity, expectedVersion),
    sql`when (${isSame}) is not true then 'moved'`,
    ...(force ? [] : [sql`when ${IS_LIVE} and pending.base_version < target.version then 'stale'`]),
    ...asked.cases,
    resultCase(schema, actor, entity),
  ];
  return draftStatement({
    schema,
    actor,
    entity,
    before: [...baseCtes(schema, entity, id), nextCte(entity, { ...data, isWhole: true }, PUBLISHED), ...asked.ctes, draftVerdict(cases)],
    asked,
    effects: [
      storeRow(entity, sql`true`),
      claimValues(entity, sql`false`),
      callEffect("marked", publishVersion(entity, hasDraft ? slot("draftId") : null)),
    ],
    pending: sql`false`,
    slugs: data.slugs,
  });
}

/** Makes the draft's content, checked in full and given whole, the live record. `id` is null for a global. */
export function planPublish(schema: Schema, actor: Actor, entityName: string, id: string | null, input: PublishInput): WriteStatement {
  const entity = versionedEntity(schema, entityName);
  checkId(entity, id);
  const { draftId, force = false, expectedVersion } = input;
  const { data, shape, given } = openData(entity, input.data, true);
  const open: Open = { data, hasDraft: draftId !== null, force, ...openTarget(id, expectedVersion) };
  const key = ["publish", roleKey(actor), entity.name, expectedVersion !== undefined, open.hasDraft, force, ...shape];
  const recipe = recipeOf(schema, key, () => buildPublish(schema, actor, entity, open));
  return fill(
    recipe,
    new Map([...given, ...commonSlots(actor, { id, expectedVersion, draftId, versionId: draftId === null ? input.newId() : null })]),
  );
}

function buildUnpublish(schema: Schema, actor: Actor, entity: Entity, { id, expectedVersion }: OpenTarget): WriteStatement {
  const cases = [...accessCases(schema, actor, entity, expectedVersion), resultCase(schema, actor, entity)];
  return draftStatement({
    schema,
    actor,
    entity,
    before: [...baseCtes(schema, entity, id), nextCte(entity, { values: {}, slugs: {} }, UNPUBLISHED), draftVerdict(cases)],
    asked: askDatabase([]),
    effects: [
      storeRow(entity, sql`r.published_at is not null`),
      claimValues(entity, sql`false`),
      callEffect("marked", unpublishVersion(entity)),
    ],
    pending: sql`true`,
  });
}

/** Takes the record out of every live read; its newest content stays as the draft. Of an unpublished one: nothing. */
export function planUnpublish(
  schema: Schema,
  actor: Actor,
  entityName: string,
  id: string | null,
  { expectedVersion }: Pick<DraftInput, "expectedVersion">,
): WriteStatement {
  const entity = versionedEntity(schema, entityName);
  checkId(entity, id);
  const open = openTarget(id, expectedVersion);
  const key = ["unpublish", roleKey(actor), entity.name, expectedVersion !== undefined];
  const recipe = recipeOf(schema, key, () => buildUnpublish(schema, actor, entity, open));
  return fill(recipe, new Map(commonSlots(actor, { id, expectedVersion })));
}
