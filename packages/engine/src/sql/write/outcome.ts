/** The outcome of a write: the first case that applies, in the order of the refusals. */
import { placeholder } from "../../placeholder.ts";
import type { Placeholder } from "../../placeholder.ts";
import { isLocalized } from "../../row-keys.ts";
import type { Purpose } from "../../plan/plan.ts";
import type { Entity } from "../../types.ts";
import { exists } from "../removed.ts";
import { allOf, column, empty, join, param, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";

/** The lock of a write on its row; none for a check. */
export function lockFor(purpose: Purpose, lock: "for update" | "for no key update"): Sql {
  if (purpose === "check") return empty;
  return lock === "for update" ? sql`for update` : sql`for no key update`;
}

/** The outcome as text: the first `when … then` that applies, else `ok`. */
export function outcome(cases: readonly Sql[]): Sql {
  return cases.length === 0 ? sql`'ok'::text` : sql`case ${join(cases, "\n")} else 'ok' end`;
}

/**
 * The same for a write. Before its triggers run, it tells them who makes the change: its outcome is known before anything is written.
 */
export function writeOutcome({ audited }: Entity, cases: readonly Sql[], purpose: Purpose = "run"): Sql {
  if (!audited || purpose === "check") return outcome(cases);
  const context = sql`coalesce(nullif(${param(placeholder("$AUDIT"))}::text, ''), current_setting('cms.audit', true), '')`;
  return outcome([sql`when set_config('cms.audit', ${context}, true) is null then 'not_found'`, ...cases]);
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
  return sql`where ${allOf([isKeyed(entity, row, id), ...exists(entity, alias)])}`;
}
