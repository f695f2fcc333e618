/** Request → ReadPlan: everything checked, nothing left to decide. A plan can only be made for an actor. */
import { AppError } from "@colophon/errors";
import { isUuid } from "../field-types/index.ts";
import { targetsOf } from "../drafts.ts";
import type { Targets } from "../drafts.ts";
import { planFilter, reachOf } from "../filter/plan.ts";
import type { Filter, Reach, Reader } from "../filter/contract.ts";
import { requireOperation, ruleFor } from "../permissions.ts";
import { EVERYTHING, planSelection, withTranslations } from "../project/selection.ts";
import type { Selection } from "../project/selection.ts";
import { throwProblems } from "../query/parameters.ts";
import { entityOf } from "../schema.ts";
import type { Actor, Entity, ReadRequest, Rule, Schema } from "../types.ts";
import { planOrder, placeOf } from "./order.ts";
import type { OrderKey, Place } from "./order.ts";

const PLANNED: unique symbol = Symbol("planned");

interface Planned {
  /** Only the makers in this file can set it: no statement without a permission check. */
  readonly [PLANNED]: true;
  readonly reach: Reach;
  /** Pending changes are laid over what is live, and never-published records are shown. Null for a live read. */
  readonly draft: Targets | null;
  readonly selection: Selection;
}

export interface OnePlan extends Planned {
  readonly kind: "one";
  /** Null for a global: its one row. */
  readonly id: string | null;
}

export interface ListPlan extends Planned {
  readonly kind: "list";
  readonly filter: Filter | null;
  readonly locale: { readonly asked: string; readonly otherwise: string | null } | null;
  readonly order: readonly OrderKey[];
  readonly limit: number;
  readonly offset: number;
  /** Null without keyset paging; its `after` is null on the first page. */
  readonly keyset: { readonly after: Place | null } | null;
  readonly count: boolean;
}

export type ReadPlan = OnePlan | ListPlan;

/** Gives the payload of a cursor that this service signed, or null: the engine neither signs nor trusts. */
export type OpenCursor = (cursor: string) => unknown;

function readerOf(schema: Schema, actor: Actor): Reader {
  return { schema, actor, trusted: false, problems: [] };
}

/** Drafts are for those who may update; they must be within both rules. */
function reachFor(reader: Reader, entity: Entity, rule: Rule, draft: boolean): Reach {
  const { schema, actor, problems } = reader;
  const read = reachOf(schema, actor, entity, rule);
  if (!draft) return read;
  const update = ruleFor(schema, actor, entity.name, "update");
  if (!entity.versions) problems.push({ field: "draft", message: `${entity.name} has no drafts` });
  if (!update) throw new AppError("FORBIDDEN");
  const of = [read.filter, reachOf(schema, actor, entity, update).filter].filter((filter) => filter !== null);
  return { entity, filter: of.length > 0 ? { kind: "and", of } : null };
}

function localeOf(reader: Reader, entity: Entity, { locale, fallback }: ReadRequest): ListPlan["locale"] {
  if (locale === null) return null;
  const { locales, defaultLocale } = reader.schema.config;
  if (!entity.translatable) reader.problems.push({ field: "locale", message: `${entity.name} is not translatable` });
  else if (!locales.includes(locale)) reader.problems.push({ field: "locale", message: `must be one of ${locales.join(", ")}` });
  return { asked: locale, otherwise: fallback && locale !== defaultLocale ? defaultLocale : null };
}

function keysetOf(
  reader: Reader,
  entity: Entity,
  order: readonly OrderKey[],
  cursor: string | null,
  open?: OpenCursor,
): ListPlan["keyset"] {
  if (cursor === null || cursor === "") return cursor === null ? null : { after: null };
  const after = placeOf(entity, order, open?.(cursor));
  if (!after) reader.problems.push({ field: "cursor", message: "is not a cursor of this list" });
  return { after };
}

/**
 * Plans a list. `openCursor` is needed where the caller may send a cursor.
 * @throws NOT_FOUND (no such collection), FORBIDDEN, VALIDATION_ERROR with every parameter that is wrong.
 */
export function planList(schema: Schema, actor: Actor, entityName: string, request: ReadRequest, openCursor?: OpenCursor): ListPlan {
  const rule = requireOperation(schema, actor, entityName, "read");
  const entity = entityOf(schema, entityName);
  if (entity.kind === "global") throw new AppError("NOT_FOUND");
  const reader = readerOf(schema, actor);
  const order = planOrder(reader, entity, request.sort);
  const plan: ListPlan = {
    [PLANNED]: true,
    kind: "list",
    reach: reachFor(reader, entity, rule, request.draft),
    draft: request.draft ? targetsOf(schema, entity) : null,
    filter: request.filter && planFilter(reader, entity, request.filter),
    locale: localeOf(reader, entity, request),
    order,
    limit: request.limit,
    offset: request.offset,
    keyset: keysetOf(reader, entity, order, request.cursor, openCursor),
    count: request.count,
    selection: planSelection(reader, entity, rule, request),
  };
  throwProblems(reader.problems);
  return Object.freeze(plan);
}

/**
 * Plans the read of one record, or with `id` null of a global.
 * @throws NOT_FOUND (also for a malformed id), FORBIDDEN, VALIDATION_ERROR.
 */
export function planOne(schema: Schema, actor: Actor, entityName: string, id: string | null, request?: ReadRequest): OnePlan {
  const rule = requireOperation(schema, actor, entityName, "read");
  const entity = entityOf(schema, entityName);
  const reader = readerOf(schema, actor);
  const draft = request?.draft ?? false;
  const reach = reachFor(reader, entity, rule, draft);
  const selection = planSelection(reader, entity, rule, request ?? EVERYTHING);
  throwProblems(reader.problems);
  if ((id === null) !== (entity.kind === "global") || (id !== null && !isUuid(id))) throw new AppError("NOT_FOUND");
  const siblings = { entity, filter: reach.filter };
  return Object.freeze({
    [PLANNED]: true as const,
    kind: "one",
    id: id?.toLowerCase() ?? null,
    reach,
    draft: draft ? targetsOf(schema, entity) : null,
    selection: request?.fields ? selection : withTranslations(selection, siblings),
  });
}
