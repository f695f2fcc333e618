import type { DashboardItem } from "@colophon/config";
import { entityNamed, type AdminConfig, type AdminEntity } from "../api/admin-entities.ts";
import type { AnyQuery } from "../api/client.ts";
import type { Me } from "../api/admin-config.ts";
import { titlePathOf } from "../api/summary.ts";
import { showsDrafts } from "../list-model/fields.ts";
import { withVariables } from "../list-model/list-query.ts";

/** One card of the dashboard, with its query. */
export type Card =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "own"; readonly name: string; readonly title: string | null }
  | {
      readonly kind: "records" | "count";
      readonly type: string;
      readonly title: string | null;
      readonly entity: AdminEntity;
      readonly query: AnyQuery;
    }
  | {
      readonly kind: "scheduled";
      readonly title: string | null;
      /** Null for all entities. */
      readonly entity: string | null;
      readonly limit: number;
      /** How many schedules are fetched, from which those of the entity are taken. */
      readonly fetchLimit: number;
    };

interface Schedules {
  readonly title?: string | null;
  readonly entity?: string | null;
  readonly limit?: number;
}

const DEFAULT_LIMIT = 5;
const MAX_COUNTS = 8;
/** The maximum page size of the API. */
const MAX_PAGE_SIZE = 100;

/** The configured cards; else drafts, schedules, recently changed records and counts. */
export function cardsOf(config: AdminConfig, me: Me): readonly Card[] {
  const collections = config.entities.filter(({ global }) => !global);
  const defaults: readonly DashboardItem[] = [
    { type: "drafts" },
    ...(config.entities.some(showsDrafts) ? [{ type: "scheduled" } as const] : []),
    { type: "recent" },
    ...collections.slice(0, MAX_COUNTS).map(({ name }): DashboardItem => ({ type: "count", entity: name })),
  ];
  return (config.admin.dashboard ?? defaults).flatMap((item) => cardsOfItem(config, me, item));
}

/** Without an entity, drafts and recent changes get one card for each entity. */
function cardsOfItem(config: AdminConfig, me: Me, item: DashboardItem): readonly Card[] {
  if (item.type === "text") return [{ kind: "text", text: item.text }];
  if (item.type === "custom") return [{ kind: "own", name: item.name, title: item.title ?? null }];
  if (item.type === "scheduled") return [scheduledOf(item)];
  const { type, entity: name, title = null } = item;
  if (name !== undefined) {
    const entity = entityNamed(config, name);
    return entity ? [cardOf({ item, entity, me, title })] : [];
  }
  const matching = config.entities.filter((entity) => !entity.global && (type === "recent" || showsDrafts(entity)));
  return matching.map((entity) => cardOf({ item, entity, me, title }));
}

function scheduledOf({ title = null, entity = null, limit = DEFAULT_LIMIT }: Schedules): Card {
  return { kind: "scheduled", title, entity, limit, fetchLimit: entity === null ? limit : MAX_PAGE_SIZE };
}

function cardOf({ item, entity, me, title }: { item: DashboardItem; entity: AdminEntity; me: Me; title: string | null }): Card {
  const { type, filter, sort, limit = DEFAULT_LIMIT } = item as Extract<DashboardItem, { readonly type: "list" }>;
  const draft = showsDrafts(entity) ? { draft: true } : {};
  const own = filter === undefined ? {} : { filter: withVariables(filter, me) };
  if ((type as string) === "count") return { kind: "count", type, title, entity, query: { ...own, ...draft, limit: 0 } };
  const path = titlePathOf(entity)?.split(".")[0];
  const fields = ["id", "updatedAt", ...(path === undefined ? [] : [path])];
  const query = { ...draft, ...ofType(type, { entity, me, own }), ...(sort !== undefined && { sort }), fields, limit, count: false };
  return { kind: "records", type, title, entity, query };
}

function ofType(type: string, { entity, me, own }: { entity: AdminEntity; me: Me; own: Pick<AnyQuery, "filter"> }): AnyQuery {
  const newest = { ...own, sort: "-updatedAt" };
  if (type !== "drafts" || !showsDrafts(entity)) return newest;
  const mine = { _status: { $in: ["draft", "modified"] }, ...(me.user && { _updatedBy: me.user.id }) };
  return { ...newest, filter: own.filter ? { $and: [own.filter, mine] } : mine };
}
