/** Unique values where rows and pending drafts meet: no index spans both, so the statement looks for itself. */
import { isPerLocale } from "../../ddl/indexes.ts";
import { column, join, sql, table, literal } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { isThere } from "../removed.ts";
import { collated, isCollated } from "../text-keys.ts";
import type { Entity, Field } from "../../types.ts";
import type { Checks } from "./problems.ts";
import { columnNameOf } from "./values.ts";

/** Fields whose values no two records may share; with `values` only those among them. */
export function uniqueFields(entity: Entity, values?: Readonly<Record<string, unknown>>): readonly Field[] {
  const unique = entity.fields.filter((field) => field.unique && field.storage.kind === "column");
  return values ? unique.filter((field) => Object.hasOwn(values, field.name)) : unique;
}

/** The scope a unique value counts in: the locale, or all of the entity. */
export function scopeOf(entity: Entity, field: Field, alias: string): Sql {
  return isPerLocale(entity, field) ? column(alias, "locale") : sql`''`;
}

/** Another record's draft has claimed the value. */
function claimed(entity: Entity, field: Field): Sql {
  const value = sql`${column("next", columnNameOf(field))}::text`;
  const same = sql`c.entity = ${literal(entity.name)} and c.field = ${literal(field.name)} and c.scope = ${scopeOf(entity, field, "next")} and c.value = ${value}`;
  return sql`select ${literal(field.name)}::text from next where exists (select from cms.draft_claims c where ${same} and c.record_id <> next.id)`;
}

/** Another record's row has the value. */
function stored(entity: Entity, field: Field): Sql {
  const [own, next] = [column("r", columnNameOf(field)), column("next", columnNameOf(field))];
  const isSame = sql`${isCollated(entity, field) ? collated(own) : own} = ${next}`;
  const same = [isSame, ...(isPerLocale(entity, field) ? [sql`r.locale = next.locale`] : [])];
  return sql`select ${literal(field.name)}::text from next where exists (select from ${table(entity.table)} r where ${join([...same, sql`r.id <> next.id`, ...isThere(entity, "r")], " and ")})`;
}

/** Checks whether unique values of `next` are taken: by drafts where a row is written, by rows and drafts where a draft is. */
export function takenValues(entity: Entity, fields: readonly Field[], by: "drafts" | "both"): Checks {
  if (!entity.versions || fields.length === 0) return { ctes: [], cases: [], details: sql`null::text` };
  const questions = fields.flatMap((field) => (by === "both" ? [claimed(entity, field), stored(entity, field)] : [claimed(entity, field)]));
  return {
    ctes: [sql`taken(field) as materialized (${join(questions, " union all ")})`],
    cases: [sql`when exists (select from taken) then 'taken'`],
    details: sql`(select json_agg(json_build_object('field', field, 'message', 'is already taken'))::text from (select distinct field from taken) t)`,
  };
}
