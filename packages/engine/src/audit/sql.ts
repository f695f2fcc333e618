/** One record's rows of the audit log, without addresses. */
import { placeholder } from "../placeholder.ts";
import type { RecordLogPlan } from "./record-log-plan.ts";
import type { Statement } from "../statements.ts";
import { accessCases } from "../drafts/sql/access.ts";
import { ACCESSED, baseCtes } from "../sql/write/drafted-row.ts";
import { isoTime } from "../sql/json-values.ts";
import { shownOwner } from "../sql/project/owner.ts";
import { arrayJson } from "../sql/project/record.ts";
import { allOf, empty, join, param, prepare, sql, type Sql } from "../sql/sql.ts";
import { passes } from "../sql/write/answer.ts";
import { outcome, stillExists } from "../sql/write/outcome.ts";
import { targetSource } from "../sql/write/sources.ts";
import { targetCte } from "../sql/write/update.ts";

/** The record, and whether the reader may update it; with its draft, if its entity has drafts. */
function accessed({ access, id }: RecordLogPlan): { readonly ctes: readonly Sql[]; readonly from: Sql; readonly cases: readonly Sql[] } {
  if (access.entity.versions) return { ctes: baseCtes(access, id, empty), from: ACCESSED, cases: accessCases(access, null) };
  const target = targetSource(access.entity);
  const cases = [
    ...stillExists(access.entity),
    sql`when not ${passes(access.known, target)} then 'not_found'`,
    sql`when not ${passes(access.filter, target)} then 'forbidden'`,
  ];
  return { ctes: [targetCte(access.entity, id, empty)], from: sql`target`, cases };
}

function columns({ authors, visible }: RecordLogPlan): Sql {
  const actor = shownOwner(authors, { id: sql`l."actorId"`, kind: sql`l."actorType"` }, 1);
  const anonymous = sql`'{"type":"anonymous"}'::json`;
  const names = param(visible);
  return join([
    sql`l.id`,
    sql`l.number`,
    sql`${isoTime(sql`l.at`)} as at`,
    sql`case when l."actorType" = 'anonymous' then ${anonymous} else ${actor} end as actor`,
    sql`l.action`,
    sql`l.entity`,
    sql`l."recordId"`,
    sql`(select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements_text(l.changes) c where c = any(${names}::text[])) as changes`,
    sql`(select jsonb_object_agg(c.key, c.value) from jsonb_each(l."values") c where c.key = any(${names}::text[])) as "values"`,
    sql`l."requestId"`,
  ]);
}

/** Returns a `HistoryRow`, or none if there is no such record. */
export function recordLogStatement(plan: RecordLogPlan): Statement {
  const { ctes, from, cases } = accessed(plan);
  const same = allOf([sql`l.entity = any(${param(plan.names)}::text[])`, sql`l."recordId" = (select id from target)`]);
  const log = sql`cms.audit_log l where ${same}`;
  const page = sql`limit ${placeholder("limit")}::integer offset ${placeholder("offset")}::integer`;
  const rows = sql`select ${columns(plan)} from ${log} order by l.number desc ${page}`;
  const total = sql`(select count(*) from ${log})::text`;
  return prepare(
    sql`with ${join(ctes)} select ${outcome(cases)} as outcome, (${arrayJson(rows)})::text as data, ${total} as total from ${from}`,
  );
}
