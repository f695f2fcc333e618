/** ReadRequest → ListPlan: everything is checked and decided. */
import { AppError } from "@colophon/model/errors";
import { requireOperation } from "../../permissions/permissions.ts";
import { throwProblems } from "../../request/parameters.ts";
import { entityOf } from "../../entities.ts";
import type { Principal, Entity, Schema } from "../../types.ts";
import type { ReadRequest } from "../../requests.ts";
import { type Filter, type NamedOwner, type Reader, readerOf } from "../../plan/filter/contract.ts";
import { planFilter, rowFilterOf } from "../../plan/filter/plan.ts";
import { askedLocaleOf, checkLocale, type AskedLocale } from "../../plan/asked-locale.ts";
import { planOrder, positionOf, type OrderKey, type CursorPosition } from "./order.ts";
import { createPlan, type PlanOf } from "../../plan/plan.ts";
import { planHeldText, type HeldText } from "../../plan/held-text.ts";
import { planPreview } from "../../previews/plan.ts";
import { selectionOf, type Readable } from "./readable.ts";
import { draftRowFilterFor } from "../../plan/rows-with-drafts.ts";
import { trashRowFilterFor } from "../../trash/rows.ts";

export interface ListPlan extends PlanOf<"list">, Readable {
  readonly filter: Filter | null;
  /** The full-text condition `q`. */
  readonly text: HeldText | null;
  readonly locale: { readonly requested: string; readonly fallback: string | null } | null;
  /** The locale of references; null if the request doesn't say. */
  readonly asked: AskedLocale | null;
  readonly order: readonly OrderKey[];
  readonly limit: number;
  readonly offset: number;
  readonly keyset: Keyset | null;
  readonly count: boolean | "exact";
  /** The owners that the caller's conditions name: before each run a check (`hidden owners`) decides whether it may name them. */
  readonly named: readonly NamedOwner[];
}

/** Paging by cursors. */
export interface Keyset {
  /** Where the page begins; null for the first. */
  readonly after: CursorPosition | null;
  /** A cursor's signature covers the entity and its order. */
  readonly scope: string;
}

/** Returns the payload of a cursor that this service signed for this scope, or null: the engine doesn't check signatures itself. */
export type OpenCursor = (cursor: string, scope: string) => unknown;

export interface ReadOptions {
  /** Required if the caller may send a cursor. */
  readonly openCursor?: OpenCursor;
  /** The creator of the preview link; the record is the value `previewId`. */
  readonly creator?: Principal | undefined;
  /** Also selects what `fields` leaves out: hooks get whole records. */
  readonly whole?: boolean;
}

/**
 * The rows of one locale, on demand with those of the default locale as a fallback; null for all rows. Problems are reported to the reader.
 */
export function localeOf(
  reader: Reader,
  entity: Entity,
  { locale, fallback }: Pick<ReadRequest, "locale" | "fallback">,
): ListPlan["locale"] {
  if (locale === null) return null;
  const { defaultLocale } = reader.schema.config;
  checkLocale(reader, entity, locale);
  if (!entity.translatable) return null; // only for its references
  return { requested: locale, fallback: fallback && locale !== defaultLocale ? defaultLocale : null };
}

function keysetOf(
  reader: Reader,
  entity: Entity,
  {
    request: { cursor, sort },
    order,
    openCursor,
  }: { request: ReadRequest; order: readonly OrderKey[]; openCursor: OpenCursor | undefined },
): Keyset | null {
  if (cursor === null) return null;
  const scope = `${entity.name} ${JSON.stringify(sort)}`;
  if (cursor === "") return { after: null, scope };
  const after = positionOf(entity, order, openCursor?.(cursor, scope));
  if (!after) reader.problems.push({ field: "cursor", message: "is not a cursor of this list" });
  return { after, scope };
}

/**
 * Plans a list.
 * @throws NOT_FOUND (no such collection), FORBIDDEN, VALIDATION_ERROR with every wrong parameter.
 */
export function planList(
  schema: Schema,
  principal: Principal,
  entityName: string,
  request: ReadRequest,
  { openCursor, creator, whole }: ReadOptions = {},
): ListPlan {
  const rule = requireOperation(schema, principal, entityName, "read");
  const entity = entityOf(schema, entityName);
  if (entity.kind === "global") throw new AppError("NOT_FOUND");
  const reader = readerOf(schema, principal, {
    drafted: request.draft && entity.versions ? entity : null,
    trashed: request.trashed && entity.trash ? entity : null,
  });
  const order = planOrder(reader, entity, request.sort);
  const rowFilter = rowFilterOf(schema, principal, entity, rule);
  const plan = createPlan<ListPlan>({
    kind: "list",
    rowFilter,
    draft: request.draft ? draftRowFilterFor(reader, rowFilter) : null,
    preview: creator ? planPreview(schema, entity, creator) : null,
    trashed: request.trashed ? trashRowFilterFor(reader, rowFilter) : null,
    filter: request.filter && planFilter(reader, entity, request.filter),
    text: request.q === null ? null : planHeldText(reader, rule, rowFilter, request.q),
    locale: localeOf(reader, entity, request),
    asked: askedLocaleOf(request),
    order,
    limit: request.limit,
    offset: request.offset,
    keyset: keysetOf(reader, entity, { request, order, openCursor }),
    count: request.count,
    named: reader.named ?? [],
    ...selectionOf(reader, entity, rule, request, whole),
  });
  throwProblems(reader.problems);
  return plan;
}
