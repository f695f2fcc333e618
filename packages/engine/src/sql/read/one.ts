/** One record, or the one of a global. */
import type { OnePlan } from "../../plan/one.ts";
import type { Statement } from "../../types.ts";
import { isDraftAllowed } from "../drafts.ts";
import { recordJson } from "../project/record.ts";
import { fromClause, rowColumn } from "../source.ts";
import { allOf, prepare, sql } from "../sql.ts";
import { readable, rowsOf } from "./rows.ts";

/** Gives `data` (json text) and `version`, or no row: NOT_FOUND. */
export function oneStatement(plan: OnePlan): Statement {
  const { draft, selection, id } = plan;
  const source = rowsOf(plan);
  const byId = id === null ? [] : [sql`${rowColumn(source, "id")} = ${id}::uuid`];
  const where = allOf([...byId, ...readable(plan, source)]);
  const record = sql`${recordJson(selection, source, { drafts: draft !== null })}::text`;
  const allowed = draft && isDraftAllowed(draft, source);
  const data = allowed ? sql`case when ${allowed} then ${record} end` : record;
  return prepare(sql`select ${data} as data, ${rowColumn(source, "version")} as version from ${fromClause(source)} where ${where}`);
}
