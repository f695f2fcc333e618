/** Publishing and unpublishing as one statement each. */
import { placeholder } from "../../placeholder.ts";
import type { PublishPlan, UnpublishPlan } from "../plan.ts";
import type { Purpose } from "../../plan/plan.ts";
import type { Entity, Field } from "../../types.ts";
import type { Statement } from "../../statements.ts";
import { column, sql } from "../../sql/sql.ts";
import { lackedByCondition } from "../../sql/write/conditions.ts";
import { detailsOf, excludedChanges } from "../../sql/write/excluded.ts";
import { both, immutableChanges, problemsIn, wrongReferences } from "../../sql/write/problems.ts";
import { IS_LIVE, targetSource } from "../../sql/write/sources.ts";
import { uniqueRules } from "../../unique-rules.ts";
import { takenValues } from "../../sql/write/taken.ts";
import { ACTOR, freshLinks, NOW } from "../../sql/values.ts";
import { lockFor } from "../../sql/write/outcome.ts";
import { accessCases } from "./access.ts";
import { BASE_TEXT, baseCtes, carryingSource, nextVersion } from "../../sql/write/drafted-row.ts";
import { callEffect, claimValues, draftOutcome, draftStatement, nextCte, resultCase, storeRow, type RowMeta } from "./parts.ts";
import { publishVersion, unpublishVersion } from "./version.ts";

function publishedMeta(entity: Entity): RowMeta {
  return { version: nextVersion(entity), updatedAt: sql`greatest(${NOW}, base.updated_at)`, publishedAt: NOW, updatedBy: ACTOR };
}

function unpublishedMeta(entity: Entity): RowMeta {
  return {
    version: sql`case when ${IS_LIVE} then ${nextVersion(entity)} else target.version end`,
    updatedAt: sql`case when ${IS_LIVE} then greatest(${NOW}, base.updated_at) else target.updated_at end`,
    publishedAt: sql`null::timestamptz`,
    updatedBy: {
      id: sql`case when ${IS_LIVE} then ${ACTOR.id} else target.updated_by end`,
      kind: sql`case when ${IS_LIVE} then ${ACTOR.kind} else target.updated_by_kind end`,
    },
  };
}

/** Returns one `WriteRow`, or none if there is no such record. */
export function publishStatement({ access, id, expectedVersion, data, hasDraft, force }: PublishPlan, purpose: Purpose): Statement {
  const { entity } = access;
  const immutable = immutableChanges(entity, targetSource(entity), data.values, true).map((change) => sql`${change} and ${IS_LIVE}`);
  const wrong = problemsIn([
    ...wrongReferences(data.references, { row: null, all: BASE_TEXT }),
    ...immutable,
    ...lackedByCondition(access.conditional, carryingSource(entity, "next")),
  ]);
  const taken = takenValues(entity, uniqueRules(entity), "drafts");
  const checks = both(wrong, taken);
  const links = (field: Field) => freshLinks(field, column("target", "id"));
  const rows = { live: { ...targetSource(entity), links }, draft: carryingSource(entity, "base") };
  const excluded = excludedChanges(access, rows);
  const draftId = placeholder("draftId");
  const isSame = hasDraft ? sql`pending.version_id = ${draftId}::uuid` : sql`pending.version_id is null`;
  const cases = [
    ...accessCases(access, expectedVersion),
    sql`when (${isSame}) is not true then 'moved'`,
    ...excluded.cases,
    ...wrong.cases,
    ...(force ? [] : [sql`when ${IS_LIVE} and pending.base_version < target.version then 'stale'`]),
    ...taken.cases,
    resultCase(access),
  ];
  return draftStatement({
    access,
    purpose,
    of: "row",
    before: [
      ...baseCtes(access, id, lockFor(purpose, "for no key update")),
      nextCte(entity, { ...data, isWhole: true }, publishedMeta(entity)),
      ...excluded.ctes,
      ...checks.ctes,
      draftOutcome(entity, cases, purpose),
    ],
    details: detailsOf(excluded, checks),
    effects: [
      storeRow(entity, sql`true`),
      claimValues(entity, sql`false`),
      callEffect("marked", publishVersion(entity, hasDraft ? draftId : null)),
    ],
    pending: sql`false`,
    slugs: data.slugs,
  });
}

/** Returns one `WriteRow`, or none if there is no such record. */
export function unpublishStatement({ access, id, expectedVersion }: UnpublishPlan, purpose: Purpose): Statement {
  const { entity } = access;
  const cases = [...accessCases(access, expectedVersion), resultCase(access)];
  return draftStatement({
    access,
    purpose,
    of: "row",
    before: [
      ...baseCtes(access, id, lockFor(purpose, "for no key update")),
      nextCte(entity, { values: {}, slugs: {}, remade: [] }, unpublishedMeta(entity)),
      draftOutcome(entity, cases, purpose),
    ],
    details: sql`null::text`,
    effects: [
      storeRow(entity, sql`r.published_at is not null`),
      claimValues(entity, sql`false`),
      callEffect("marked", unpublishVersion(entity)),
    ],
    pending: sql`true`,
  });
}
