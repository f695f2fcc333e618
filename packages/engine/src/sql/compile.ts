/** Plan → Statement. */
import { PLANNED } from "../plan/planned.ts";
import type { Plan } from "../plan/plan.ts";
import type { Statement } from "../types.ts";
import { draftContentStatement, draftTargetStatement } from "./draft/content.ts";
import { discardStatement } from "./draft/discard.ts";
import { historyStatement, versionStatement } from "./draft/history.ts";
import { publishStatement, unpublishStatement } from "./draft/publish.ts";
import { saveDraftStatement } from "./draft/save.ts";
import { listStatement } from "./read/list.ts";
import { oneStatement } from "./read/one.ts";
import { searchStatement } from "./search/statement.ts";
import { assignStatement } from "./write/assign.ts";
import { trashStatement } from "./trash/move.ts";
import { removeTrashedStatement } from "./trash/remove.ts";
import { restoreTrashedStatement } from "./trash/restore.ts";
import { recordLogStatement } from "./record-log.ts";
import { schedulesStatement } from "./schedules/statement.ts";
import { usagesStatement } from "./usages/statement.ts";
import { createStatement } from "./write/create.ts";
import {
  lostStatement,
  replayStatement,
  sharedStatement,
  siblingsStatement,
  hiddenOwnersStatement,
  translationSourceStatement,
} from "./write/related.ts";
import { removeStatement } from "./write/remove.ts";
import { updateStatement } from "./write/update.ts";

type Kind = Plan["kind"];

const STATEMENTS: { readonly [K in Kind]: (plan: Extract<Plan, { readonly kind: K }>) => Statement } = {
  list: listStatement,
  one: oneStatement,
  search: searchStatement,
  create: createStatement,
  update: updateStatement,
  assign: assignStatement,
  remove: (plan) => (plan.trashed ? removeTrashedStatement(plan) : removeStatement(plan)),
  trash: trashStatement,
  restoreTrashed: restoreTrashedStatement,
  usages: usagesStatement,
  schedules: schedulesStatement,
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

/** The statement of a plan, compiled once for each shape. `bind` adds the values when it runs. */
export function compile(plan: Plan): Statement {
  const compiled = plan[PLANNED];
  compiled.statement ??= (STATEMENTS[plan.kind] as (of: Plan) => Statement)(plan);
  return compiled.statement;
}
