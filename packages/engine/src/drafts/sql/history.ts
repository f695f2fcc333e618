/** The versions of a record. */
import { dataByColumn, linksIn } from "../../sql/content-columns.ts";
import type { WriteAccess } from "../../plan/access.ts";
import type { HistoryPlan, VersionPlan } from "../history-plan.ts";
import { placeholder } from "../../placeholder.ts";
import type { Entity } from "../../types.ts";
import type { Statement } from "../../statements.ts";
import { contentSql } from "../../sql/project/content.ts";
import type { OwnerVisibility } from "../../plan/selection/owners.ts";
import { isoTime } from "../../sql/json-values.ts";
import { shownOwner } from "../../sql/project/owner.ts";
import { arrayJson } from "../../sql/project/record.ts";
import { fromClause, type Source } from "../../sql/source.ts";
import { empty, join, literal, name, prepare, sql, table, type Sql } from "../../sql/sql.ts";
import { passes } from "../../sql/write/answer.ts";
import { outcome } from "../../sql/write/outcome.ts";
import { accessCases } from "./access.ts";
import { ACCESSED, baseCtes } from "../../sql/write/drafted-row.ts";

/** The author is shown to those who may read that user, like the creator of a record. */
function summary(authors: OwnerVisibility): Sql {
  const by = sql`(${shownOwner(authors, { id: sql`v.created_by`, kind: sql`(case when v.created_by is not null then 'user' end)` }, 1)} ->> 'id')`;
  return sql`v.id as "id", v.number as "number", v.status as "status", v.pending or v.published as "pinned", ${isoTime(sql`v.created_at`)} as "createdAt", ${by} as "createdBy"`;
}

function ofRecord(entity: Entity): Sql {
  return sql`cms.versions v join target on v.entity = ${literal(entity.name)} and v.record_id = target.id`;
}

/** One row of the entity with content applied to it: `rows` returns the row and the column `content`. */
function overlaidSource(entity: Entity, row: Sql, content: Sql): Source & { readonly rows: Sql } {
  const source: Source = { entity, alias: "overlaid", depth: 0 };
  const rows = sql`lateral jsonb_populate_record(${row}, ${dataByColumn(entity, content)})`;
  return { ...source, rows, links: (field) => linksIn(content, source, field) };
}

/** Returns a `HistoryRow`, or none if there is no such record. */
export function historyStatement({ access, authors, id, expectedVersion }: HistoryPlan): Statement {
  const versions = ofRecord(access.entity);
  const rows = sql`select ${summary(authors)} from ${versions} order by v.number desc limit ${placeholder("limit")}::integer offset ${placeholder("offset")}::integer`;
  const total = sql`(select count(*) from ${versions})::text`;
  const cases = outcome(accessCases(access, expectedVersion));
  const ctes = join(baseCtes(access, id, empty));
  return prepare(sql`with ${ctes} select ${cases} as outcome, (${arrayJson(rows)})::text as data, ${total} as total from ${ACCESSED}`);
}

/** A version as SQL. If it didn't match the row filter for reading, it shows no content, like the answer to its write. */
function versionRow({ entity, read, answer, targets }: WriteAccess, authors: OwnerVisibility): Sql {
  const row = name("_row"); // no field's name begins with an underscore
  const was = overlaidSource(entity, row, sql`v.data`);
  const content = contentSql(answer, sql`v.data`, targets);
  const isReadable = passes(read?.filter ?? null, was);
  const rows = sql`cms.versions v join ${table(entity.table)} ${row} on ${row}.id = v.record_id cross join ${fromClause(was)}`;
  return sql`select ${summary(authors)}, case when ${isReadable} then ${content} else '{}'::jsonb end as "data" from ${rows} where v.id = version.id`;
}

/** Returns a `VersionRow`, or none if there is no such record. */
export function versionStatement({ access, authors, id, expectedVersion }: VersionPlan): Statement {
  const version = sql`left join (select v.id, v.data from ${ofRecord(access.entity)} and v.id = ${placeholder("versionId")}::uuid) version on true`;
  const data = sql`(select row_to_json(${name("_row")}) from (${versionRow(access, authors)}) ${name("_row")})::text`;
  const columns = join([
    sql`${outcome(accessCases(access, expectedVersion))} as outcome`,
    sql`${data} as data`,
    sql`version.data::text as content`,
  ]);
  return prepare(sql`with ${join(baseCtes(access, id, empty))} select ${columns} from ${ACCESSED} ${version}`);
}
