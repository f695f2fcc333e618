import type { AdminConfig, AdminEntity } from "../api/admin-entities.ts";
import type { AnyQuery } from "../api/client.ts";
import type { Me } from "../api/admin-config.ts";
import { listFieldsOf, columnsOf } from "./columns.ts";
import { conditionsIn, toFilter } from "./conditions.ts";
import { showsDrafts } from "./fields.ts";
import { textCondition } from "./text-search.ts";

const PAGE_SIZE = 25;

export type ListSearch = Readonly<Record<string, string>>;

/** The query of the list at this URL. */
export function listQueryOf(config: AdminConfig, entity: AdminEntity, me: Me, search: ListSearch): AnyQuery {
  const view = viewIn(entity, search);
  const own = toFilter(conditionsIn(search));
  const { q } = search;
  const byText = q ? textCondition(entity, q) : undefined;
  const filters = [view?.filter && withVariables(view.filter, me), Object.keys(own).length > 0 && own, byText].filter(
    (rule) => typeof rule === "object",
  );
  const { fields, resolve } = listFieldsOf(columnsOf(config, entity, search["columns"]));
  return {
    fields,
    ...(Object.keys(resolve).length > 0 && { resolve }),
    ...(filters.length > 0 && { filter: filters.length === 1 ? filters[0] : { $and: filters } }),
    ...(q && !byText && { q }),
    ...(sortIn(entity, search) && { sort: sortIn(entity, search) }),
    ...(showsDrafts(entity) && { draft: true }),
    ...(search["locale"] && { locale: search["locale"] }),
    can: true,
    limit: PAGE_SIZE,
    cursor: search["cursor"] ?? "",
  };
}

/** The sort order of the list: the URL's, else the view's, else the entity's. */
export function sortIn(entity: AdminEntity, search: ListSearch): string | undefined {
  return search["sort"] ?? viewIn(entity, search)?.sort ?? entity.admin.list?.sort;
}

/** The configured view that the URL names. */
export function viewIn({ admin }: AdminEntity, search: ListSearch) {
  return admin.list?.views?.find(({ name }) => name === search["view"]);
}

/** A configured filter with its variables replaced by the caller and the current time. */
export function withVariables(filter: object, { user, role }: Pick<Me, "user" | "role">, now = new Date()): object {
  const variables: Readonly<Record<string, unknown>> = { $CURRENT_USER: user?.id, $CURRENT_ROLE: role, $NOW: now.toISOString() };
  const replaced = (value: unknown): unknown => {
    if (typeof value === "string") return Object.hasOwn(variables, value) ? variables[value] : value;
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]));
  };
  return replaced(filter) as object;
}

/** The next sort order after a click on the column: ascending first. */
export function toggledSort(sort: string | undefined, path: string): string {
  return sort === path ? `-${path}` : path;
}
