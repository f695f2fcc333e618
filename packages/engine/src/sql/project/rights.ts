/** `_can`: what the caller may do with a row, computed in the answer's own statement. */
import type { Filter, RowFilter } from "../../plan/filter/contract.ts";
import type { Rights } from "../../plan/selection/rights.ts";
import { draftSourceOf } from "../rows-with-drafts.ts";
import { ruleSql } from "../filter.ts";
import { fromClause, rowColumn, sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import { allOf, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";

/**
 * For an update the row filter is applied to the row as it is read; for a deletion and a publication to the live row and its draft.
 */
export function rightsSql({ update, delete: removal, draftTargets }: Rights, source: Source): Sql {
  const isOverlaid = source.rows !== undefined;
  const live = isOverlaid ? isStoredInside : isInside;
  const draftInside = (filter: Filter): readonly Sql[] => {
    if (draftTargets === null) return [];
    return [isOverlaid ? isInside(filter, source) : isDraftInside({ filter, draftTargets }, source)];
  };
  const updated = granted(update, (filter) => allOf([live(filter, source), ...(isOverlaid ? [isInside(filter, source)] : [])]));
  const removed = granted(removal, (filter) => allOf([live(filter, source), ...draftInside(filter)]));
  const published =
    draftTargets === null
      ? sql`false`
      : isOverlaid
        ? updated
        : granted(update, (filter) => allOf([isInside(filter, source), ...draftInside(filter)]));
  return sql`json_build_object('update', ${updated}, 'delete', ${removed}, 'publish', ${published})`;
}

function granted(rows: RowFilter | null, inside: (filter: Filter) => Sql): Sql {
  if (!rows) return sql`false`;
  return rows.filter ? sql`(${inside(rows.filter)})` : sql`true`;
}

function isInside(filter: Filter, source: Source): Sql {
  return sql`(${ruleSql(filter, source)}) is true`;
}

function isStoredInside(filter: Filter, source: Source): Sql {
  const stored = sourceOf(source.entity, source.depth + 1);
  const same = sql`${rowColumn(stored, "id")} = ${rowColumn(source, "id")}`;
  return sql`exists (select from ${fromClause(stored)} where ${allOf([same, ruleSql(filter, stored)])})`;
}

/** Whether all drafts of the row match the filter. */
function isDraftInside(
  { filter, draftTargets: targets }: { filter: Filter; draftTargets: NonNullable<Rights["draftTargets"]> },
  source: Source,
): Sql {
  const drafted = draftSourceOf(source.entity, { targets, read: null, draft: null }, source.depth + 1, "pending");
  const same = sql`${rowColumn(drafted, "id")} = ${rowColumn(source, "id")}`;
  return sql`not exists (select from ${fromClause(drafted)} where ${same} and (${ruleSql(filter, drafted)}) is not true)`;
}
