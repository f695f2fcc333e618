/** The values that a rule keeps unique, as drafts claim them. */
import type { UniqueRule } from "../unique-rules.ts";
import { column, join, sql } from "./sql.ts";
import type { Sql } from "./sql.ts";
import { columnNameOf } from "./values.ts";

/** The scope in which a value is unique: the locale, or the whole entity. */
export function scopeOf({ perLocale }: UniqueRule, alias: string): Sql {
  return perLocale ? column(alias, "locale") : sql`''`;
}

/** The value of a rule as text, as a draft claims it; for several fields a JSON array, null if one of them has none. */
export function ruleValue({ fields }: UniqueRule, alias: string): Sql {
  const values = fields.map((field) => sql`${column(alias, columnNameOf(field))}::text`);
  if (values.length === 1) return join(values);
  const all = fields.map((field) => sql`${column(alias, columnNameOf(field))} is not null`);
  return sql`case when ${join(all, " and ")} then json_build_array(${join(values)})::text end`;
}
