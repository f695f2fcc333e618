/** Scheduled publications and unpublications, as one statement. */
import { placeholder } from "../placeholder.ts";
import type { Scheduled, ScheduleAuthorPlan, SchedulesPlan } from "./plan.ts";
import type { Statement } from "../statements.ts";
import { draftSourceOf } from "../sql/rows-with-drafts.ts";
import { isoTime } from "../sql/json-values.ts";
import { shownOwner } from "../sql/project/owner.ts";
import { recordJson } from "../sql/project/record.ts";
import { fromClause, rowColumn } from "../sql/source.ts";
import { allOf, join, literal, param, prepare, sql, type Sql } from "../sql/sql.ts";
import { drafted } from "../usages/branches.ts";

/** The expression of the index `schedules_next`. */
const AT = sql`least(s.publish_at, s.unpublish_at)`;
const ORDER = sql`order by at, entity collate "C", record_id`;
const NONE = sql`select null::timestamptz as at, s.* from cms.schedules s where false`;
const LIMIT = param(placeholder("limit"));
const OFFSET = param(placeholder("offset"));

/** Returns one `SchedulesRow`. Of each entity only as many rows are sorted as the page may need, and titles are read only for the page. */
export function schedulesStatement({ scheduled, authors, isContinued, counts }: SchedulesPlan): Statement {
  const untilPageEnd = sql`order by ${AT}, s.record_id limit ${OFFSET}::bigint + ${LIMIT}::bigint + 1`;
  const paged = scheduled.map(
    (entity) => sql`(${branch(entity, sql`${AT} as at, s.*`, isContinued ? isAfter(entity) : [])} ${untilPageEnd})`,
  );
  const every = paged.length > 0 ? join(paged, " union all ") : NONE;
  const page = sql`select * from (${every}) every ${ORDER} limit ${LIMIT}::bigint + 1 offset ${OFFSET}::bigint`;
  const numbered = sql`select *, row_number() over (${ORDER}) as n from (${page}) page`;
  const data = sql`(select coalesce(json_agg(${memberOf(scheduled, authors)} order by n), '[]'::json)::text from page where n <= ${LIMIT}::bigint)`;
  const follows = sql`exists (select from page where n > ${LIMIT}::bigint)`;
  const cursor = sql`(select json_build_array(at, entity, record_id)::text from page where n = ${LIMIT}::bigint and ${follows})`;
  const total = counts ? countOf(scheduled) : sql`null`;
  const columns = sql`${data} as data, ${total}::text as total, ${cursor} as cursor`;
  return prepare(sql`with page as materialized (${numbered}) select ${columns}`);
}

/** The schedules of an entity whose drafts the reader may see. */
function branch({ entity, draft }: Scheduled, columns: Sql, also: readonly Sql[] = []): Sql {
  const source = draftSourceOf(entity, draft);
  const isSeen = allOf([sql`${rowColumn(source, "id")} = s.record_id`, ...drafted(draft, source)]);
  const seen = sql`lateral (select from ${fromClause(source)} where ${isSeen}) seen`;
  const where = allOf([sql`s.entity = ${literal(entity.name)}`, ...also]);
  return sql`select ${columns} from cms.schedules s cross join ${seen} where ${where}`;
}

function isAfter({ entity }: Scheduled): readonly Sql[] {
  const at = sql`${param(placeholder("afterAt"))}::timestamptz`;
  const last = sql`${param(placeholder("afterEntity"))}::text`;
  const isLater = sql`(${literal(entity.name)}::text collate "C") > ${last}`;
  const isBehind = sql`${literal(entity.name)}::text = ${last} and s.record_id > ${param(placeholder("afterId"))}::uuid`;
  return [sql`${AT} >= ${at}`, sql`(${AT} > ${at} or ${isLater} or ${isBehind})`];
}

function countOf(scheduled: readonly Scheduled[]): Sql {
  const counts = scheduled.map((scheduled) => sql`(${branch(scheduled, sql`count(*)`)})`);
  return counts.length > 0 ? sql`(${join(counts, " + ")})` : sql`0`;
}

function memberOf(scheduled: readonly Scheduled[], authors: SchedulesPlan["authors"]): Sql {
  const by = authorIdSql(authors, sql`author_id`, sql`author_kind`);
  const failed = sql`case when failed_at is not null then json_build_object('at', ${isoTime(sql`failed_at`)}, 'code', failed_code) end`;
  const times = sql`'publishAt', ${isoTime(sql`publish_at`)}, 'unpublishAt', ${isoTime(sql`unpublish_at`)}`;
  return sql`json_build_object('entity', entity, 'id', record_id, 'title', ${titleOf(scheduled)}, ${times}, 'by', ${by}, 'failed', ${failed})`;
}

/** Returns one `ScheduleAuthorRow`. */
export function scheduleAuthorStatement({ authors }: ScheduleAuthorPlan): Statement {
  const by = authorIdSql(authors, sql`given.id`, sql`given.kind`);
  const given = sql`select ${param(placeholder("authorId"))}::uuid as id, ${param(placeholder("authorKind"))}::text as kind`;
  return prepare(sql`select ${by} as by from (${given}) given`);
}

const authorIdSql = (authors: SchedulesPlan["authors"], id: Sql, kind: Sql) => sql`(${shownOwner(authors, { id, kind }, 0)} ->> 'id')`;

function titleOf(scheduled: readonly Scheduled[]): Sql {
  const cases = scheduled.flatMap(({ entity, draft, title }) => {
    if (!title) return [];
    const source = draftSourceOf(entity, draft);
    const json = sql`${recordJson(title.selection, source)} #>> array[${join(title.path.map(literal))}]`;
    return [
      sql`when ${literal(entity.name)} then (select ${json} from ${fromClause(source)} where ${rowColumn(source, "id")} = page.record_id)`,
    ];
  });
  return cases.length > 0 ? sql`case entity ${join(cases, "\n")} end` : sql`null`;
}
