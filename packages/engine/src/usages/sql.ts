/** The references to a record, as one statement. */
import { placeholder } from "../placeholder.ts";
import type { Title } from "../plan/selection/title.ts";
import type { ReadableRows, Referring, UsagesPlan } from "./plan.ts";
import type { Statement } from "../statements.ts";
import { draftSourceOf } from "../sql/rows-with-drafts.ts";
import { rowFilterSql } from "../sql/filter.ts";
import { idsWith } from "../sql/groups.ts";
import { recordJson } from "../sql/project/record.ts";
import { fromClause, rowColumn, sourceOf, type Source } from "../sql/source.ts";
import { allOf, anyOf, join, literal, name, param, prepare, sql, type Sql } from "../sql/sql.ts";
import { drafted, pendingBranch, storedBranches, type Criteria } from "./branches.ts";

const NONE = sql`select null::text as entity, null::uuid as id, null::text as field, false as draft where false`;
const ORDER = sql`order by entity collate "C", id desc, field collate "C"`;
const IS_THERE = sql`(select row_exists from target)`;
const LIMIT = param(placeholder("limit"));
const OFFSET = param(placeholder("offset"));

/**
 * Returns one `UsagesRow`. Of each kind of reference only as many rows are sorted as the page may need, and titles are read only for the
 * page.
 */
export function usagesStatement({ target, referring, isContinued, counts }: UsagesPlan): Statement {
  const id = sql`${param(placeholder("id"))}::uuid`;
  const { table: of, translatable } = target.rows.entity;
  const referred = { id, ids: translatable ? idsWith(of, sql`array[${id}]`) : null };
  const pending = referring.flatMap((referrer) => pendingBranch(referrer, { referred, also: () => [IS_THERE] }) ?? []);
  const branchesFor = (also: Criteria["also"]) => [
    ...referring.flatMap((referrer) => storedBranches(referrer, { referred, also: (...row) => [IS_THERE, ...also(...row)] })),
    ...pending.map((_, at) => fromPending(at, also)),
  ];
  const untilPageEnd = sql`${ORDER} limit ${OFFSET}::bigint + ${LIMIT}::bigint + 1`;
  const paged = branchesFor((...row) => (isContinued ? [isAfter(...row)] : [])).map(
    (branch) => sql`(select * from (${branch}) one ${untilPageEnd})`,
  );
  const every = paged.length > 0 ? join(paged, " union all ") : NONE;
  const page = sql`select * from (${every}) every ${ORDER} limit ${LIMIT}::bigint + 1 offset ${OFFSET}::bigint`;
  const ctes = [
    sql`target as materialized (select ${exists(target, id)} as row_exists)`,
    ...pending.map((branch, at) => sql`${name(pendingName(at))} as materialized (${branch})`),
    sql`page as materialized (select *, row_number() over (${ORDER}) as n from (${page}) page)`,
  ];
  const member = sql`json_build_object('entity', entity, 'id', id, 'field', field, 'title', ${titleSql(referring)}, 'draft', draft)`;
  const data = sql`(select coalesce(json_agg(${member} order by n), '[]'::json)::text from page where n <= ${LIMIT}::bigint)`;
  const follows = sql`exists (select from page where n > ${LIMIT}::bigint)`;
  const cursor = sql`(select json_build_array(entity, id, field)::text from page where n = ${LIMIT}::bigint and ${follows})`;
  const total = counts ? countSql(branchesFor(() => [])) : sql`null`;
  const columns = sql`target.row_exists as "exists", ${data} as data, ${total}::text as total, ${cursor} as cursor`;
  return prepare(sql`with ${join(ctes)} select ${columns} from target`);
}

/** Pending drafts are read once, for the page and for the total. */
function fromPending(at: number, also: Criteria["also"]): Sql {
  return sql`select * from ${name(pendingName(at))} p where ${allOf(also(sql`p.entity`, sql`p.id`, sql`p.field`))}`;
}

function pendingName(at: number): string {
  return `pending${at}`;
}

function countSql(branches: readonly Sql[]): Sql {
  if (branches.length === 0) return sql`0`;
  return sql`(${join(
    branches.map((branch) => sql`(select count(*) from (${branch}) one)`),
    " + ",
  )})`;
}

/** Whether the record is one that the reader may see, live or as a draft. */
function exists({ rows, draft }: ReadableRows, id: Sql): Sql {
  const among = (source: Source, conditions: readonly Sql[]) =>
    sql`exists (select from ${fromClause(source)} where ${allOf([sql`${rowColumn(source, "id")} = ${id}`, ...conditions])})`;
  const live = sourceOf(rows.entity);
  const source = draft && draftSourceOf(rows.entity, draft);
  return anyOf([among(live, rowFilterSql(rows, live)), ...(draft && source ? [among(source, drafted(draft, source))] : [])]);
}

function isAfter(entity: Sql, id: Sql, field: Sql): Sql {
  const lastEntity = sql`${param(placeholder("afterEntity"))}::text`;
  const lastId = sql`${param(placeholder("afterId"))}::uuid`;
  const behind = sql`(${field} collate "C") > ${param(placeholder("afterField"))}::text`;
  const isLater = sql`(${entity} collate "C") > ${lastEntity}`;
  return sql`(${isLater} or ${entity} = ${lastEntity} and (${id} < ${lastId} or ${id} = ${lastId} and ${behind}))`;
}

/** The title of a row of the page; of its draft if the reference is in the draft. */
function titleSql(referring: readonly Referring[]): Sql {
  const cases = referring.flatMap(({ rows, draft, title }) => {
    if (!title) return [];
    const live = titleIn(title, sourceOf(rows.entity));
    const shown = draft ? sql`case when draft then ${titleIn(title, draftSourceOf(rows.entity, draft))} else ${live} end` : live;
    return [sql`when ${literal(rows.entity.name)} then ${shown}`];
  });
  return cases.length > 0 ? sql`case entity ${join(cases, "\n")} end` : sql`null`;
}

function titleIn({ selection, path }: Title, source: Source): Sql {
  const json = sql`${recordJson(selection, source)} #>> array[${join(path.map(literal))}]`;
  return sql`(select ${json} from ${fromClause(source)} where ${rowColumn(source, "id")} = page.id)`;
}
