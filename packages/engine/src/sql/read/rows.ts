/** The rows of a read. */
import type { ListPlan } from "../../plan/read/list.ts";
import type { OnePlan } from "../../plan/read/one.ts";
import { draftConditions, draftSourceOf } from "../drafts.ts";
import { rowFilterSql } from "../filter.ts";
import { previewedSource } from "./previewed.ts";
import { sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import type { Sql } from "../sql.ts";
import { trashConditions, trashedSourceOf } from "./trash-rows.ts";

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
