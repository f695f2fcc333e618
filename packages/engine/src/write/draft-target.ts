/** Whether somebody may work with a record's drafts, and which record that is. */
import { empty, prepare, sql } from "../sql.ts";
import type { Actor, Schema, Statement } from "../types.ts";
import { accessCases, versionedEntity } from "./draft-access.ts";
import { targetCte } from "./update.ts";
import { checkId, verdict } from "./verdict.ts";

/** The one row; none where there is no such record. */
export interface DraftTargetRow {
  readonly outcome: "ok" | "not_found" | "forbidden";
  readonly id: string;
}

/** Asks for a record under the update permission. `id` is null for a global. */
export function planDraftTarget(schema: Schema, actor: Actor, entityName: string, id: string | null): Statement {
  const entity = versionedEntity(schema, entityName);
  checkId(entity, id);
  const outcome = verdict(accessCases(schema, actor, entity));
  return prepare(
    sql`with ${targetCte(entity, id === null ? null : sql`${id}`, empty)} select ${outcome} as outcome, target.id from target`,
  );
}
