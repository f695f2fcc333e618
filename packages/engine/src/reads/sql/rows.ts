/** The rows of a read. */
import type { ListPlan } from "../plan/list.ts";
import type { OnePlan } from "../plan/one.ts";
import { draftConditions, draftSourceOf } from "../../sql/rows-with-drafts.ts";
import { rowFilterSql } from "../../sql/filter.ts";
import { previewedSource } from "../../previews/sql.ts";
import { sourceOf } from "../../sql/source.ts";
import type { Source } from "../../sql/source.ts";
import type { Sql } from "../../sql/sql.ts";
import { trashConditions, trashedSourceOf } from "../../trash/sql/rows.ts";

type Rows = Pick<ListPlan | OnePlan, "rowFilter" | "draft" | "preview" | "trashed">;

/** The rows of a read; their references use the locale that it asks for. */
export function rowsOf(plan: Rows & Pick<ListPlan, "asked">, depth = 0): Source {
  return { ...sourceFor(plan, depth), asked: plan.asked };
}

function sourceFor({ rowFilter, draft, preview, trashed }: Rows, depth: number): Source {
  if (trashed) return trashedSourceOf(rowFilter.entity, trashed, depth);
  if (preview) return previewedSource(rowFilter, preview, depth);
  return draft ? draftSourceOf(rowFilter.entity, draft, depth) : sourceOf(rowFilter.entity, depth);
}

/** Whether a row is readable, as conditions to be joined by `and`. */
export function readable({ rowFilter, draft, preview, trashed }: Rows, source: Source): readonly Sql[] {
  if (trashed) return trashConditions(trashed, source);
  if (preview) return [];
  return draft ? draftConditions(draft, source) : rowFilterSql(rowFilter, source);
}
