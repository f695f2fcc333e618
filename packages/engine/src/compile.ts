/** Plan → Statement. */
import { PLANNED, type Purpose } from "./plan/plan.ts";
import type { Plan, WritePlan } from "./plans.ts";
import type { Statement } from "./statements.ts";
import { draftContentStatement, draftTargetStatement } from "./drafts/sql/content.ts";
import { discardStatement } from "./drafts/sql/discard.ts";
import { historyStatement, versionStatement } from "./drafts/sql/history.ts";
import { publishStatement, unpublishStatement } from "./drafts/sql/publish.ts";
import { saveDraftStatement } from "./drafts/sql/save.ts";
import { listStatement } from "./reads/sql/list.ts";
import { oneStatement } from "./reads/sql/one.ts";
import { searchStatement } from "./search/sql/statement.ts";
import { assignStatement, updateStatement } from "./sql/write/update.ts";
import { trashStatement, removeTrashedStatement } from "./trash/sql/move.ts";
import { restoreTrashedStatement } from "./trash/sql/restore.ts";
import { recordLogStatement } from "./audit/sql.ts";
import { scheduleAuthorStatement, schedulesStatement } from "./schedules/sql.ts";
import { usagesStatement } from "./usages/sql.ts";
import { createStatement } from "./sql/write/create.ts";
import {
  lostStatement,
  replayStatement,
  sharedStatement,
  siblingsStatement,
  hiddenOwnersStatement,
  translationSourceStatement,
} from "./sql/write/related.ts";
import { removeStatement } from "./sql/write/removal/remove.ts";

type Kind = Plan["kind"];

const STATEMENTS: { readonly [K in Kind]: (plan: Extract<Plan, { readonly kind: K }>, purpose: Purpose) => Statement } = {
  list: listStatement,
  one: oneStatement,
  search: searchStatement,
  create: createStatement,
  update: updateStatement,
  assign: assignStatement,
  remove: (plan, purpose) => (plan.trashed ? removeTrashedStatement(plan) : removeStatement(plan, purpose)),
  trash: trashStatement,
  restoreTrashed: restoreTrashedStatement,
  usages: usagesStatement,
  schedules: schedulesStatement,
  scheduleAuthor: scheduleAuthorStatement,
  saveDraft: saveDraftStatement,
  publish: publishStatement,
  unpublish: unpublishStatement,
  discard: discardStatement,
  draftContent: draftContentStatement,
  draftTarget: draftTargetStatement,
  history: historyStatement,
  recordLog: recordLogStatement,
  version: versionStatement,
  lost: lostStatement,
  siblings: siblingsStatement,
  translationSource: translationSourceStatement,
  replay: replayStatement,
  hiddenOwners: hiddenOwnersStatement,
  shared: sharedStatement,
};

function compileFor(plan: Plan, purpose: Purpose): Statement {
  const compiled = plan[PLANNED];
  return (compiled[purpose] ??= (STATEMENTS[plan.kind] as (of: Plan, purpose: Purpose) => Statement)(plan, purpose));
}

/**
 * The statement of a plan, compiled once for each shape. `bind` adds the values when it runs. @param purpose - `hooked`: a write returns the
 * whole record, too
 */
export function compile(plan: Plan, purpose: "run" | "hooked" = "run"): Statement {
  return compileFor(plan, purpose);
}

/** Writes of stored records that hooks can precede. */
const CHECKED: ReadonlySet<Kind> = new Set(["update", "remove", "trash", "saveDraft", "publish", "unpublish"]);

/** The statement that checks whether a write is allowed; it returns one `CheckRow`, or none if there is no such record. */
export function compileCheck(plan: WritePlan): Statement {
  if (!CHECKED.has(plan.kind) || (plan.kind === "remove" && plan.trashed)) throw new TypeError(`no hooks precede ${plan.kind}`);
  return compileFor(plan, "check");
}
