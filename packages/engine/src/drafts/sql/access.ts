/** Who may work with a draft, as the first cases of the outcome. */
import type { WriteAccess } from "../../plan/access.ts";
import type { Placeholder } from "../../placeholder.ts";
import { allOf, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { passes } from "../../sql/write/answer.ts";
import { changedCase, stillExists } from "../../sql/write/outcome.ts";
import { targetSource } from "../../sql/write/sources.ts";
import { carryingSource } from "../../sql/write/drafted-row.ts";

/** The cases of the outcome before the body is checked. */
export function accessCases({ entity, known, filter }: WriteAccess, expectedVersion: Placeholder | null): readonly Sql[] {
  const rows = [targetSource(entity), carryingSource(entity, "base")];
  const isKnown = rows.map((row) => passes(known, row));
  const isAllowed = rows.map((row) => passes(filter, row));
  return [
    ...stillExists(entity),
    sql`when not (${allOf(isKnown)}) then 'not_found'`,
    ...changedCase(expectedVersion, "base"),
    sql`when not (${allOf(isAllowed)}) then 'forbidden'`,
  ];
}
