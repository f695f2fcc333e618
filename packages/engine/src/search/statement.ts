/** SearchPlan → Statement: one statement for all entities; PostgreSQL finds, sorts and builds the JSON. */
import { optionValues } from "../field-types/select.ts";
import { rememberFor } from "../remember.ts";
import { join, param, prepare, sql, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { fromClause, rowColumn, sourceOf } from "../source.ts";
import type { Statement, Value } from "../types.ts";
import { pattern } from "../variables.ts";
import { foundSql } from "./found.ts";
import type { Part } from "./found.ts";
import type { Searched } from "./marked.ts";
import { documentList } from "./match.ts";
import type { Needles } from "./match.ts";
import type { SearchPlan, SearchTarget } from "./plan.ts";

/** A statement that serves every text and limit: what stands for them in its values, and how to fill it in. */
interface Frame {
  readonly statement: Statement;
  readonly fill: ReadonlyMap<Value, (plan: SearchPlan) => Value>;
}

const frames = rememberFor<Frame>();

/**
 * The statement of a plan; it gives one row with `results` (json text, an array). Null where there is nothing to search.
 */
export function searchStatement(plan: SearchPlan): Statement | null {
  const { targets, indexed } = plan;
  if (targets.length === 0) return null;
  const { statement, fill } = frames(targets, String(indexed), () => frameOf(targets, indexed));
  return Object.freeze({ ...statement, values: statement.values.map((value) => fill.get(value)?.(plan) ?? value) });
}

function frameOf(targets: readonly SearchTarget[], indexed: boolean): Frame {
  const fill = new Map<Value, (plan: SearchPlan) => Value>();
  const later = (make: (plan: SearchPlan) => Value): Sql => {
    const place = Object.freeze({});
    fill.set(place, make);
    return param(place);
  };
  const lists = targets.flatMap(({ searched }) => searched).filter(({ kind }) => kind === "choices");
  const needles: Needles = {
    pattern: later(({ text }) => pattern("%", text, "%")),
    text: later(({ text }) => text),
    options: new Map(lists.map((list) => [list, later(({ text }) => optionsWith(list, text))])),
  };
  const limit = later((plan) => plan.limit);
  const hits = targets.map((target, at) => hitsSql({ target, needles, limit, indexed }, String(at).padStart(4, "0")));
  const all = sql`select coalesce(json_agg(h.hit order by h.place, h.updated_at desc, h.id desc), '[]'::json)::text as results`;
  return { statement: prepare(sql`${all} from (${join(hits, " union all ")}) h`), fill };
}

/** The options of a list that hold the text: those are looked for, so that an index over the list can answer. */
function optionsWith({ field: { definition } }: Searched, text: string): readonly string[] {
  const options = definition.type === "select" ? optionValues(definition.options) : [];
  return options.filter((option) => option.toLowerCase().includes(text.toLowerCase()));
}

/** The newest hits of one entity, each with what the whole answer is sorted by. `place` sorts like the configuration. */
function hitsSql(part: Part, place: string): Sql {
  const { target } = part;
  const { entity } = target.reach;
  const source = sourceOf(entity);
  const document = sql`(select row_to_json(_row) from (select ${documentList(target, source)}) _row)`;
  const global = entity.kind === "global" ? sql`true` : sql`false`;
  const hit = sql`json_build_object('entity', ${word(entity.name)}, 'global', ${global}, 'document', ${document})`;
  const joined = sql`(${foundSql(part)}) f join ${fromClause(source)} on ${rowColumn(source, "id")} = f.id`;
  return sql`(select ${word(place)} as place, f.updated_at, f.id, ${hit} as hit from ${joined})`;
}
