/** The plan that reads one record, or a global. */
import { AppError } from "@colophon/model/errors";
import { isUuid } from "@colophon/model";
import { requireOperation } from "../../permissions/permissions.ts";
import { placeholder, type Placeholder } from "../../placeholder.ts";
import { throwProblems } from "../../request/parameters.ts";
import { isLocalized } from "../../row-keys.ts";
import { entityOf } from "../../entities.ts";
import type { Principal, Entity, Schema } from "../../types.ts";
import type { ReadRequest } from "../../requests.ts";
import { type Reader, type RowFilter, readerOf } from "../../plan/filter/contract.ts";
import { rowFilterOf } from "../../plan/filter/plan.ts";
import { askedLocaleOf, checkAsked } from "../../plan/asked-locale.ts";
import { localeOf, type ListPlan, type ReadOptions } from "./list.ts";
import { createPlan, withValues, type PlanOf } from "../../plan/plan.ts";
import { planPreview, seenByBoth } from "../../previews/plan.ts";
import { selectionOf, type Readable } from "./readable.ts";
import { draftRowFilterFor, type DraftRowFilter } from "../../plan/rows-with-drafts.ts";
import { automaticSelection, EVERYTHING, withTranslations } from "../../plan/selection/selection.ts";
import type { Selection } from "../../plan/selection/selected.ts";
import { trashRowFilterFor } from "../../trash/rows.ts";

export interface OnePlan extends PlanOf<"one">, Readable {
  /** Null for a global: its one row, or that of `locale`. */
  readonly id: Placeholder | null;
  /** For a translatable global: the requested locale, and the fallback locale if there is no row that the reader may read. */
  readonly locale: ListPlan["locale"];
  readonly asked: ListPlan["asked"];
}

/** The version of a fallback record for a missing translation. No row has this version. */
export const STAND_IN_VERSION = 0;

/** Translations are shown only if the read of each would be allowed. */
function siblingsOf({ entity, filter }: RowFilter, draft: DraftRowFilter | null): RowFilter {
  const of = [filter, draft?.draft ?? null].filter((rule) => rule !== null);
  return { entity, filter: of.length > 0 ? { kind: "and", of } : null };
}

/** The requested parts of a record. */
export type OneRequest = Pick<ReadRequest, "fields" | "resolve" | "draft" | "trashed" | "can"> &
  Partial<Pick<ReadRequest, "locale" | "fallback">>;
const WHOLE: OneRequest = { ...EVERYTHING, draft: false, trashed: false, can: false };

function localeIn(reader: Reader, entity: Entity, { locale = null }: OneRequest): OnePlan["locale"] {
  const wanted = isLocalized(entity) ? (locale ?? reader.schema.config.defaultLocale) : locale;
  return localeOf(reader, entity, { locale: wanted, fallback: true });
}

/**
 * Plans the read of any one record, or of a global.
 * @throws NOT_FOUND for a record of a global with one row, or if the entity is no global; FORBIDDEN, VALIDATION_ERROR.
 */
export function planOne(
  schema: Schema,
  principal: Principal,
  entityName: string,
  of: "record" | "global",
  { request = WHOLE, whole, creator }: Pick<ReadOptions, "whole" | "creator"> & { readonly request?: OneRequest } = {},
): OnePlan {
  const rule = requireOperation(schema, principal, entityName, "read");
  const entity = entityOf(schema, entityName);
  const reader = readerOf(schema, principal, { trashed: request.trashed && entity.trash ? entity : null });
  const rowFilter = rowFilterOf(schema, principal, entity, rule);
  const draft = request.draft ? draftRowFilterFor(reader, rowFilter) : null;
  const trashed = request.trashed ? trashRowFilterFor(reader, rowFilter) : null;
  const preview = creator ? planPreview(schema, entity, creator) : null;
  const { selection: wanted, shown } = selectionOf(reader, entity, rule, request, whole);
  const selection = preview ? seenByBoth(wanted, preview) : wanted;
  const locale = of === "global" ? localeIn(reader, entity, request) : null;
  checkAsked(reader, entity, { ...request, ...(of === "global" && { locale: null }) });
  throwProblems(reader.problems);
  const isNamed = of === "record";
  if (isNamed ? entity.kind === "global" && !isLocalized(entity) : entity.kind !== "global") throw new AppError("NOT_FOUND");
  const isWhole = request.fields === null || shown !== null;
  return createPlan<OnePlan>({
    kind: "one",
    id: isNamed ? placeholder("id") : null,
    locale,
    asked: askedLocaleOf(request),
    rowFilter,
    draft,
    preview,
    trashed,
    selection: isWhole ? withTranslations(selection, siblingsOf(rowFilter, draft)) : selection,
    shown,
  });
}

/** The plan for that record; null for a global. @throws NOT_FOUND for an invalid id */
export function forRecord(plan: OnePlan, id: string | null): OnePlan {
  if (id === null) return plan;
  if (!isUuid(id)) throw new AppError("NOT_FOUND");
  return withValues(plan, { id: id.toLowerCase() });
}

/** Whether a new record matches the principal's row filter for create: returns its row, or none. @throws NOT_FOUND, FORBIDDEN */
export function planCreated(schema: Schema, principal: Principal, entityName: string): OnePlan {
  const rule = requireOperation(schema, principal, entityName, "create");
  const entity = entityOf(schema, entityName);
  const rowFilter = rowFilterOf(schema, principal, entity, rule);
  const selection: Selection = { entity, columns: automaticSelection(entity).columns.filter(({ name }) => name === "id") };
  return createPlan<OnePlan>({
    kind: "one",
    id: placeholder("id"),
    locale: null,
    asked: null,
    rowFilter,
    draft: null,
    preview: null,
    trashed: null,
    selection,
    shown: null,
  });
}
