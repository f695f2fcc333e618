/** One record, or the row of a global. */
import { STAND_IN_VERSION, type OnePlan } from "../plan/one.ts";
import type { Statement } from "../../statements.ts";
import { isDraftAllowed } from "../../sql/rows-with-drafts.ts";
import { recordJson } from "../../sql/project/record.ts";
import { fromClause, rowColumn, type Source } from "../../sql/source.ts";
import { allOf, anyOf, empty, param, prepare, sql, type Sql } from "../../sql/sql.ts";
import { isKeyed } from "../../sql/write/outcome.ts";
import { readable, rowsOf } from "./rows.ts";

/** Returns `data` (json text) and `version`, or no row: NOT_FOUND. */
export function oneStatement(plan: OnePlan): Statement {
  const { draft, selection, id, locale } = plan;
  const source = rowsOf(plan);
  const byId =
    id === null ? [] : [isKeyed(plan.rowFilter.entity, { id: rowColumn(source, "id"), locale: rowColumn(source, "locale") }, id)];
  const where = allOf([...byId, ...(locale ? [inEither(locale, source)] : []), ...readable(plan, source)]);
  const record = sql`${recordJson(selection, source, { drafts: draft !== null })}::text`;
  const allowed = draft && isDraftAllowed(draft, source);
  const data = allowed ? sql`case when ${allowed} then ${record} end` : record;
  const version = locale ? versionIn(locale, source) : rowColumn(source, "version");
  const best = locale?.fallback ? sql` order by ${isRequested(locale, source)} desc limit 1` : empty;
  return prepare(sql`select ${data} as data, ${version} as version from ${fromClause(source)} where ${where}${best}`);
}

type Locale = NonNullable<OnePlan["locale"]>;

function isRequested({ requested }: Locale, source: Source): Sql {
  return sql`${rowColumn(source, "locale")} = ${param(requested)}::text`;
}

function inEither(locale: Locale, source: Source): Sql {
  const { fallback } = locale;
  return anyOf([isRequested(locale, source), ...(fallback ? [sql`${rowColumn(source, "locale")} = ${param(fallback)}::text`] : [])]);
}

function versionIn(locale: Locale, source: Source): Sql {
  return sql`case when ${isRequested(locale, source)} then ${rowColumn(source, "version")} else ${STAND_IN_VERSION} end`;
}
