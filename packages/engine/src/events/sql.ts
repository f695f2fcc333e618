/** Whether the rows of stored events matched row filters, before and after the change. */
import { ownFieldsOf, type Filter } from "../plan/filter/contract.ts";
import { placeholder } from "../placeholder.ts";
import type { Entity } from "../types.ts";
import type { Statement } from "../statements.ts";
import { filterSql } from "../sql/filter.ts";
import type { Source } from "../sql/source.ts";
import { allOf, column, join, literal, param, prepare, sql, table, type Sql } from "../sql/sql.ts";
import { columnNameOf, quotedName } from "../sql/values.ts";

/** Row filters that are decided from the stored columns; null where there is none. */
interface EventFilters {
  readonly live: Filter | null;
  readonly drafts: Filter | null;
}

/** One row for each of the events with the values `xacts` and `ids`: `id`, and whether the states match: `before`, `after`; `draft` both. */
export function eventsStatement(entity: Entity, { live, drafts }: EventFilters): Statement {
  const draft = (state: "before" | "after", filter: Filter) => sql`(${column("e", state)} is null or ${matches(entity, state, filter)})`;
  const isDraft = drafts && allOf([sql`num_nonnulls(e.before, e.after) > 0`, draft("before", drafts), draft("after", drafts)]);
  const columns = [
    sql`e.id::text as id`,
    sql`${live ? matches(entity, "before", live) : sql`false`} as before`,
    sql`${live ? matches(entity, "after", live) : sql`false`} as after`,
    sql`${isDraft ?? sql`false`} as draft`,
  ];
  const wanted = sql`e.xact = any(${param(placeholder("xacts"))}::bigint[]) and e.id = any(${param(placeholder("ids"))}::bigint[])`;
  return prepare(sql`select ${join(columns)} from cms.stream_events e where ${wanted}`);
}

/** A state without all of the columns was stored for another configuration: it is not decided. */
function matches(entity: Entity, state: "before" | "after", filter: Filter): Sql {
  const stored = column("e", state);
  const names = (ownFieldsOf(filter) ?? []).filter(({ name }) => name !== "_type").map((field) => literal(columnNameOf(field)));
  const row = sql`jsonb_populate_record(null::${table(entity.table)}, cms.fitting(${quotedName(entity.table)}, ${stored}))`;
  const source: Source = { entity, alias: "t0", depth: 0 };
  const isWhole = sql`${stored} ?& array[${join(names)}]::text[]`;
  return sql`coalesce(${isWhole} and exists (select from ${row} t0 where ${filterSql(filter, source)}), false)`;
}
