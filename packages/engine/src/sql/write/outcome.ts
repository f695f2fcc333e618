/** The outcome of a write: the first case that applies, in the order of the refusals. */
import type { Placeholder } from "../../placeholder.ts";
import { isLocalized } from "../../row-keys.ts";
import type { Entity } from "../../types.ts";
import { isThere } from "../removed.ts";
import { allOf, column, empty, join, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";

/** The outcome as text: the first `when … then` that applies, else `ok`. */
export function outcome(cases: readonly Sql[]): Sql {
  return sql`case ${join(cases, "\n")} else 'ok' end`;
}

/** Whether the caller's version (`If-Match`) differs from the row's; for `base` from the draft's own, if there is one. */
export function changedCase(expectedVersion: Placeholder | null, row: "target" | "base" = "target"): readonly Sql[] {
  return expectedVersion === null ? [] : [sql`when ${column(row, "version")} <> ${expectedVersion}::bigint then 'changed'`];
}

/** A record that was moved to the trash while the write waited for its row does not exist. */
export function stillExists({ trash }: Entity): readonly Sql[] {
  return trash ? [sql`when cms.is_trashed(target.id) then 'not_found'`] : [];
}

/** Whether the row has that key: the locale for a translatable global, otherwise the id. */
export function isKeyed(entity: Entity, row: { readonly id: Sql; readonly locale: Sql }, key: Placeholder): Sql {
  return isLocalized(entity) ? sql`${key}::text in (${row.locale}, ${row.id}::text)` : sql`${row.id} = ${key}::uuid`;
}

/** `where` the row has that key, and exists; empty for a global with one row. */
export function whereId(entity: Entity, alias: string, id: Placeholder | null): Sql {
  if (id === null) return empty;
  const row = { id: column(alias, "id"), locale: column(alias, "locale") };
  return sql`where ${allOf([isKeyed(entity, row, id), ...isThere(entity, alias)])}`;
}
