import type { AdminEntity } from "../api/admin-entities.ts";

/** Entities without `q` in the API: the fields that are searched with `$contains`. */
const BY_CONDITIONS: Readonly<Record<string, readonly string[]>> = { _user: ["name", "email"] };

type Searched = Pick<AdminEntity, "name" | "fields">;

/** Whether records of the entity can be searched by text. */
export function isSearchable({ name, fields }: Searched): boolean {
  return fields.some((field) => "searchable" in field && field.searchable) || pathsOf({ name, fields }).length > 0;
}

/** The condition that replaces `q`; undefined if the API supports `q`. */
export function textCondition(entity: Searched, q: string): { readonly $or: readonly object[] } | undefined {
  const paths = pathsOf(entity);
  return paths.length === 0 ? undefined : { $or: paths.map((path) => ({ [path]: { $contains: q } })) };
}

function pathsOf({ name, fields }: Searched): readonly string[] {
  return (BY_CONDITIONS[name] ?? []).filter((path) => fields.some((field) => field.name === path));
}

/** Whether a shown text contains the sought one; capital and small letters are the same. */
export function containsText(shown: string, sought: string): boolean {
  return shown.toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase());
}
