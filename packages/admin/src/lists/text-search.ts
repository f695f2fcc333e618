import type { AdminEntity } from "../api/admin-entities.ts";

/** Where the API has no `q`: fields that are asked one by one whether they hold the text. */
const BY_CONDITIONS: Readonly<Record<string, readonly string[]>> = { _user: ["name", "email"] };

type Searched = Pick<AdminEntity, "name" | "fields">;

/** Whether records of the entity are found by a text. */
export function isSearchable({ name, fields }: Searched): boolean {
  return fields.some((field) => "searchable" in field && field.searchable) || pathsOf({ name, fields }).length > 0;
}

/** The condition that stands for `q`; undefined where the API has `q` itself. */
export function textCondition(entity: Searched, q: string): { readonly $or: readonly object[] } | undefined {
  const paths = pathsOf(entity);
  return paths.length === 0 ? undefined : { $or: paths.map((path) => ({ [path]: { $contains: q } })) };
}

function pathsOf({ name, fields }: Searched): readonly string[] {
  return (BY_CONDITIONS[name] ?? []).filter((path) => fields.some((field) => field.name === path));
}
