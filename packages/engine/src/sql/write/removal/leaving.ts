/**
 * The first CTEs and cases of a statement that takes a record away. With a pending draft, both the live row and the row with the draft applied
 * must match the caller's row filters: the draft is lost with the record.
 */
import type { WriteAccess } from "../../../plan/access.ts";
import type { RowTarget } from "../../../plan/write.ts";
import type { Purpose } from "../../../plan/plan.ts";
import type { Statement } from "../../../statements.ts";
import { ACCESSED, baseCtes, carryingSource } from "../drafted-row.ts";
import { allOf, sql, type Sql } from "../../sql.ts";
import { passes } from "../answer.ts";
import { checkStatement } from "../check.ts";
import { changedCase, lockFor, outcome, stillExists } from "../outcome.ts";
import { targetSource } from "../sources.ts";
import { targetCte } from "../update.ts";

export interface Leaving {
  /** `target`, the locked row, and what the cases need beside it. */
  readonly ctes: readonly Sql[];
  /** The rows that the cases read. */
  readonly from: Sql;
  readonly cases: readonly Sql[];
}

export function leaving(access: WriteAccess, { id, expectedVersion }: RowTarget, purpose: Purpose): Leaving {
  const lock = lockFor(purpose, "for update");
  const { entity, known, filter } = access;
  const readsDraft = entity.versions !== false && (known !== null || filter !== null);
  const rows = [targetSource(entity), ...(readsDraft ? [carryingSource(entity, "base")] : [])];
  const [isKnown, isAllowed] = [known, filter].map((rule) => allOf(rows.map((row) => passes(rule, row))));
  return {
    ctes: readsDraft ? baseCtes(access, id, lock) : [targetCte(entity, id, lock)],
    from: readsDraft ? ACCESSED : sql`target`,
    cases: [
      ...stillExists(entity),
      sql`when not (${isKnown ?? sql`true`}) then 'not_found'`,
      ...changedCase(expectedVersion),
      sql`when not (${isAllowed ?? sql`true`}) then 'forbidden'`,
    ],
  };
}

/** Whether the record may be taken away. */
export function leavingCheck(access: WriteAccess, { ctes, from, cases }: Leaving): Statement {
  const decided = sql`outcome as materialized (select ${outcome(cases)} as outcome from ${from})`;
  return checkStatement({ access, ctes: [...ctes, decided], details: sql`null::text`, of: "row" });
}
