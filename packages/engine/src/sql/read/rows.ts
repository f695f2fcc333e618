/** The rows that a read is about. */
import type { ListPlan } from "../../plan/list.ts";
import type { OnePlan } from "../../plan/one.ts";
import { draftConditions, draftSourceOf } from "../drafts.ts";
import { rowFilterSql } from "../filter.ts";
import { previewedSource } from "./previewed.ts";
import { sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import type { Sql } from "../sql.ts";

type Rows = Pick<ListPlan | OnePlan, "rowFilter" | "draft" | "preview">;

export function rowsOf({ rowFilter, draft, preview }: Rows, depth = 0): Source {
  if (preview) return previewedSource(rowFilter, preview, depth);
  return draft ? draftSourceOf(rowFilter.entity, draft, depth) : sourceOf(rowFilter.entity, depth);
}

/** What makes a row readable, as conditions to be joined by `and`. */
export function readable({ rowFilter, draft, preview }: Rows, source: Source): readonly Sql[] {
  if (preview) return [];
  return draft ? draftConditions(draft, source) : rowFilterSql(rowFilter, source);
}
