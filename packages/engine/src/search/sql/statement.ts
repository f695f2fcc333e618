/** One statement for all searched entities; PostgreSQL finds, sorts and builds the JSON. */
import { placeholder } from "../../placeholder.ts";
import type { SearchPlan } from "../plan.ts";
import type { Statement } from "../../statements.ts";
import { fromClause, rowColumn, sourceOf } from "../../sql/source.ts";
import { join, literal, param, prepare, sql, type Sql } from "../../sql/sql.ts";
import { foundSql, type Part } from "./found.ts";
import { documentList } from "./document.ts";
import type { Needles } from "../../sql/text-match/match.ts";

/** Returns one row with `results` (json text, an array). */
export function searchStatement({ targets, lists, locale, indexed }: SearchPlan): Statement {
  const needles: Needles = {
    pattern: param(placeholder("text", "contains")),
    text: param(placeholder("text")),
    options: new Map(lists.map(({ list, options }) => [list, param(options)])),
  };
  const limit = param(placeholder("limit"));
  const wanted = locale && param(locale);
  const hits = targets.map((target, at) => hitsSql({ target, needles, limit, locale: wanted, indexed }, String(at).padStart(4, "0")));
  const all = sql`select coalesce(json_agg(h.hit order by h.place, h.updated_at desc, h.id desc), '[]'::json)::text as results`;
  return prepare(sql`${all} from (${join(hits, " union all ")}) h`);
}

/**
 * The newest hits of one entity, with the values by which the whole answer is sorted. `position` is the entity's, in the
 * configuration.
 */
function hitsSql(part: Part, position: string): Sql {
  const { target } = part;
  const { entity } = target.rowFilter;
  const source = sourceOf(entity);
  const document = sql`(select row_to_json(_row) from (select ${documentList(target, source)}) _row)`;
  const global = entity.kind === "global" ? sql`true` : sql`false`;
  const hit = sql`json_build_object('entity', ${literal(entity.name)}, 'global', ${global}, 'document', ${document})`;
  const joined = sql`(${foundSql(part)}) f join ${fromClause(source)} on ${rowColumn(source, "id")} = f.id`;
  return sql`(select ${literal(position)} as place, f.updated_at, f.id, ${hit} as hit from ${joined})`;
}
