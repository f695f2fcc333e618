/** Which rows are read with their drafts. */
import { AppError } from "@colophon/model/errors";
import { draftRuleFor, ruleFor } from "../permissions/permissions.ts";
import { targetsOf, type Targets } from "../references/reference-tables.ts";
import type { Filter, Reader, RowFilter } from "./filter/contract.ts";
import { rowFilterOf } from "./filter/plan.ts";

/** The row filter for drafts: the live row and the row with its draft must both match a filter. */
export interface DraftRowFilter {
  readonly targets: Targets;
  /** The row filter for reading. */
  readonly read: Filter | null;
  /** The row filter of the permission by which drafts are read. */
  readonly draft: Filter | null;
}

/** Reading drafts needs a permission. Drafts must match both row filters: the one for reading and the one for drafts. */
export function draftRowFilterFor(reader: Reader, { entity, filter }: RowFilter): DraftRowFilter {
  const { schema, principal, problems } = reader;
  const rule = draftRuleFor(schema, principal, entity.name);
  if (!entity.versions) problems.push({ field: "draft", message: `${entity.name} has no drafts` });
  if (!rule) throw new AppError("FORBIDDEN");
  const isReadRule = rule === ruleFor(schema, principal, entity.name, "read");
  const draft = isReadRule ? filter : rowFilterOf(schema, principal, entity, rule).filter;
  return { targets: targetsOf(schema, entity), read: filter, draft };
}
