/** Which events of an entity a principal is told about. */
import { draftRuleFor, ruleFor } from "../permissions/permissions.ts";
import { CALLER_PLACEHOLDERS, isPlaceholder } from "../placeholder.ts";
import { type Filter, ownFieldsOf } from "../plan/filter/contract.ts";
import { rowFilterOf } from "../plan/filter/plan.ts";
import { roleKey } from "../plan/plan.ts";
import { memoizeFor } from "../memoize.ts";
import { entityOf } from "../entities.ts";
import { eventsStatement } from "./sql.ts";
import type { Principal, Entity, Rule, Schema } from "../types.ts";
import type { Statement } from "../statements.ts";

/** Of an entity's events: all, those that the statement finds, or none. */
type Share = "all" | "some" | "none";

export interface EventAccess {
  /** Events of live records. */
  readonly live: Share;
  /** Events of drafts. */
  readonly drafts: Share;
  /** Decides events by the row filters; null if nothing is to be decided. One `EventRow` for each of the values `ids` and `xacts`. */
  readonly statement: Statement | null;
  /** Whether its result differs between principals of one role. */
  readonly isPersonal: boolean;
}

const accesses = memoizeFor<EventAccess | null>();

/** Null if the principal may not read the entity. Events that row filters can't decide from a row's own columns are left out. @throws NOT_FOUND */
export function eventAccessTo(schema: Schema, principal: Principal, entityName: string): EventAccess | null {
  const entity = entityOf(schema, entityName);
  return accesses(schema, JSON.stringify([principal.kind, roleKey(principal), entity.name]), () => planAccess(schema, principal, entity));
}

function planAccess(schema: Schema, principal: Principal, entity: Entity): EventAccess | null {
  const rule = ruleFor(schema, principal, entity.name, "read");
  if (!rule) return null;
  const filterOf = (of: Rule): Filter | null => rowFilterOf(schema, principal, entity, of).filter;
  const read = filterOf(rule);
  const draftRule = entity.versions ? draftRuleFor(schema, principal, entity.name) : null;
  const drafted = draftRule === null || draftRule === rule ? read : and(read, filterOf(draftRule));
  const live = shareOf(read);
  const drafts = draftRule === null ? "none" : shareOf(drafted);
  const filters = { live: live === "some" ? read : null, drafts: drafts === "some" ? drafted : null };
  const isDecided = filters.live !== null || filters.drafts !== null;
  const isPersonal = [filters.live, filters.drafts].some((filter) => filter !== null && namesPrincipal(filter));
  return { live, drafts, statement: isDecided ? eventsStatement(entity, filters) : null, isPersonal };
}

function shareOf(filter: Filter | null): Share {
  if (!filter) return "all";
  return ownFieldsOf(filter) === null ? "none" : "some";
}

function and(a: Filter | null, b: Filter | null): Filter | null {
  return a && b ? { kind: "and", of: [a, b] } : (a ?? b);
}

function namesPrincipal(filter: Filter): boolean {
  if (filter.kind === "not") return namesPrincipal(filter.of);
  if (filter.kind === "and" || filter.kind === "or") return filter.of.some(namesPrincipal);
  return filter.kind === "test" && filter.values.some((value) => isPlaceholder(value) && CALLER_PLACEHOLDERS.has(value.name));
}

/** Whether an event's record matched the row filters: for reading before and after the change, and for drafts. */
export interface EventRow {
  readonly id: string;
  readonly before: boolean;
  readonly after: boolean;
  readonly draft: boolean;
}

/** The event as the principal is told about it; null if it isn't. A record that left the row filter is deleted for the principal. */
export function visibleEvent({ live, drafts }: EventAccess, event: string, row: EventRow | undefined): string | null {
  if (event === "draft") return drafts === "all" || (drafts === "some" && row?.draft) ? event : null;
  if (live === "all") return event;
  if (live === "none" || !row) return null;
  if (event === "published") return row.after ? event : null;
  if (event === "updated" && row.after) return event;
  if (!row.before) return null;
  return event === "updated" ? "deleted" : event;
}
