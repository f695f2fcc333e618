/** What becomes of a write: the first case that holds, in the order in which refusals come. */
import type { Placeholder } from "../../placeholder.ts";
import { isLocalized } from "../../row-keys.ts";
import type { Entity } from "../../types.ts";
import { isThere } from "../removed.ts";
import { allOf, column, empty, join, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";

/** The outcome as text: that of the first `when … then` that holds, else `ok`. */
export function outcome(cases: readonly Sql[]): Sql {
  return sql`case ${join(cases, "\n")} else 'ok' end`;
}

/** When the caller's version (`If-Match`) is not the row's; of `base` that is the draft's own, where there is one. */
export function changedCase(expectedVersion: Placeholder | null, row: "target" | "base" = "target"): readonly Sql[] {
  return expectedVersion === null ? [] : [sql`when ${column(row, "version")} <> ${expectedVersion}::bigint then 'changed'`];
}

/** What came into the trash while the write waited for its row isn't there. */
export function stillThere({ trash }: Entity): readonly Sql[] {
  return trash ? [sql`when cms.is_trashed(target.id) then 'not_found'`] : [];
}

/** Whether the row is the one of that key: of a translatable global the locale's, or the one of that id. */
export function isKeyed(entity: Entity, row: { readonly id: Sql; readonly locale: Sql }, key: Placeholder): Sql {
  return isLocalized(entity) ? sql`${key}::text in (${row.locale}, ${row.id}::text)` : sql`${row.id} = ${key}::uuid`;
}

/** `where` the row is the one of that key, and is there; nothing for a global with one row. */
export function whereId(entity: Entity, alias: string, id: Placeholder | null): Sql {
  if (id === null) return empty;
  const row = { id: column(alias, "id"), locale: column(alias, "locale") };
  return sql`where ${allOf([isKeyed(entity, row, id), ...isThere(entity, alias)])}`;
}
