/**
 * The first CTEs and cases of a statement that takes a record away. With a pending draft, both the live row and the row with the draft applied
 * must match the caller's row filters: the draft is lost with the record.
 */
import type { WriteAccess } from "../../../plan/access.ts";
import type { Placeholder } from "../../../placeholder.ts";
import { ACCESSED, baseCtes, carryingSource } from "../drafted-row.ts";
import { allOf, sql } from "../../sql.ts";
import type { Sql } from "../../sql.ts";
import { passes } from "../answer.ts";
import { changedCase, stillExists } from "../outcome.ts";
import { targetSource } from "../sources.ts";
import { targetCte } from "../update.ts";

export interface Leaving {
  /** `target`, the locked row, and what the cases need beside it. */
  readonly ctes: readonly Sql[];
  /** The rows that the cases read. */
  readonly from: Sql;
  readonly cases: readonly Sql[];
}

export function leaving(access: WriteAccess, id: Placeholder | null, expectedVersion: Placeholder | null): Leaving {
  const { entity, known, filter } = access;
  const readsDraft = entity.versions !== false && (known !== null || filter !== null);
  const rows = [targetSource(entity), ...(readsDraft ? [carryingSource(entity, "base")] : [])];
  const [isKnown, isAllowed] = [known, filter].map((item) => allOf(rows.map((row) => passes(item, row))));
  return {
    ctes: readsDraft ? baseCtes(access, id, sql`for update`) : [targetCte(entity, id, sql`for update`)],
    from: readsDraft ? ACCESSED : sql`target`,
    cases: [
      ...stillExists(entity),
      sql`when not (${isKnown ?? sql`true`}) then 'not_found'`,
      ...changedCase(expectedVersion),
      sql`when not (${isAllowed ?? sql`true`}) then 'forbidden'`,
    ],
  };
}
