/** Saving a draft as one statement. */
import type { SaveDraftPlan } from "../plan.ts";
import type { Purpose } from "../../plan/plan.ts";
import type { Entity } from "../../types.ts";
import type { Statement } from "../../statements.ts";
import { sql } from "../../sql/sql.ts";
import { both, immutableChanges, problemsIn, wrongReferences } from "../../sql/write/problems.ts";
import { targetSource } from "../../sql/write/sources.ts";
import { uniqueRules } from "../../unique-rules.ts";
import { takenValues } from "../../sql/write/taken.ts";
import { ACTOR, NOW } from "../../sql/values.ts";
import { lockFor } from "../../sql/write/outcome.ts";
import { accessCases } from "./access.ts";
import { baseCtes, nextVersion, BASE_TEXT, ROW_TEXT } from "../../sql/write/drafted-row.ts";
import { callEffect, claimValues, draftOutcome, draftStatement, nextCte, resultCase, storeRow, type RowMeta } from "./parts.ts";
import { keepDraft } from "./version.ts";

/** Of the draft: the live row keeps its own version and last change. */
function draftMeta(entity: Entity): RowMeta {
  return {
    version: nextVersion(entity),
    updatedAt: sql`greatest(${NOW}, base.updated_at)`,
    publishedAt: sql`target.published_at`,
    updatedBy: ACTOR,
  };
}

/** Returns one `WriteRow`, or none if there is no such record. */
export function saveDraftStatement({ access, id, expectedVersion, data, rebase, autosave }: SaveDraftPlan, purpose: Purpose): Statement {
  const { entity } = access;
  const wrong = problemsIn([
    ...wrongReferences(data.references, { row: ROW_TEXT, all: BASE_TEXT }),
    ...immutableChanges(entity, targetSource(entity), data.values, rebase),
  ]);
  const checks = both(wrong, takenValues(entity, uniqueRules(entity), "both"));
  const cases = [...accessCases(access, expectedVersion), ...checks.cases, resultCase(access)];
  return draftStatement({
    access,
    purpose,
    of: "draft",
    before: [
      ...baseCtes(access, id, lockFor(purpose, "for no key update")),
      nextCte(entity, { ...data, isWhole: rebase }, draftMeta(entity)), // a rebased draft has all fields
      ...checks.ctes,
      draftOutcome(entity, cases, purpose),
    ],
    details: checks.details,
    effects: [
      storeRow(entity, sql`written.published_at is null`),
      claimValues(entity, sql`written.published_at is not null`),
      callEffect("kept", keepDraft(entity, { rebase, autosave })),
    ],
    pending: sql`true`,
    slugs: data.slugs,
  });
}
