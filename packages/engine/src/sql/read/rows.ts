/** The rows that a read is about. */
import type { ListPlan } from "../../plan/list.ts";
import type { OnePlan } from "../../plan/one.ts";
import { draftConditions, draftSourceOf } from "../drafts.ts";
import { rowFilterSql } from "../filter.ts";
import { sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import type { Sql } from "../sql.ts";

type Rows = Pick<ListPlan | OnePlan, "rowFilter" | "draft">;

export function rowsOf({ rowFilter, draft }: Rows, depth = 0): Source {
  return draft ? draftSourceOf(rowFilter.entity, draft, depth) : sourceOf(rowFilter.entity, depth);
}

/** What makes a row readable, as conditions to be joined by `and`. */
export function readable({ rowFilter, draft }: Rows, source: Source): readonly Sql[] {
  return draft ? draftConditions(draft, source) : rowFilterSql(rowFilter, source);
}
