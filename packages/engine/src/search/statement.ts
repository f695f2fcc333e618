/** SearchPlan → Statement: one statement for all entities; PostgreSQL finds, sorts and builds the JSON. */
import { reachSql } from "../filter/sql.ts";
import { optionValues } from "../field-types/select.ts";
import { rememberFor } from "../remember.ts";
import { allOf, column, join, param, prepare, sql, table, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { fromClause, rowColumn, sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import type { Statement, Value } from "../types.ts";
import { pattern } from "../variables.ts";
import { documentList, indexedMatch, scannedMatch } from "./match.ts";
import type { Needles } from "./match.ts";
import type { SearchPlan, SearchTarget, Way } from "./plan.ts";
import type { Searched } from "./searched.ts";
import { spellingsOf, twinsOf } from "./spellings.ts";

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
  const { targets, way } = plan;
  if (targets.length === 0) return null;
  const { statement, fill } = frames(targets, JSON.stringify(way), () => frameOf(targets, way));
  return Object.freeze({ ...statement, values: statement.values.map((value) => fill.get(value)?.(plan) ?? value) });
}

function frameOf(targets: readonly SearchTarget[], way: Way): Frame {
  const fill = new Map<Value, (plan: SearchPlan) => Value>();
  const later = (make: (plan: SearchPlan) => Value): Sql => {
    const place = Object.freeze({});
    fill.set(place, make);
    return param(place);
  };
  const lists = targets.flatMap(({ searched }) => searched).filter(({ kind }) => kind === "choices");
  const needles: Needles = {
    pattern: later(({ text }) => holding(text)),
    spellings: later(({ text }) => spellingsOf(text).spellings.map(holding)),
    twins: later(({ text }) => twinsOf(text).map(holding)),
    options: new Map(lists.map((list) => [list, later(({ text }) => optionsWith(list, text))])),
  };
  const limit = later((plan) => plan.limit);
  const hits = targets.map((target, at) => hitsSql({ target, place: String(at).padStart(4, "0"), needles, limit, way }));
  const all = sql`select coalesce(json_agg(h.hit order by h.place, h.updated_at desc, h.id desc), '[]'::json)::text as results`;
  return { statement: prepare(sql`${all} from (${join(hits, " union all ")}) h`), fill };
}

function holding(text: string): Value {
  return pattern("%", text, "%");
}

/** The options of a list that hold the text: those are looked for, so that an index over the list can answer. */
function optionsWith({ field: { definition } }: Searched, text: string): readonly string[] {
  const options = definition.type === "select" ? optionValues(definition.options) : [];
  return options.filter((option) => option.toLowerCase().includes(text.toLowerCase()));
}

interface Part {
  readonly target: SearchTarget;
  /** Sorts like the configuration. */
  readonly place: string;
  readonly needles: Needles;
  readonly limit: Sql;
  readonly way: Way;
}

const NEWEST_FIRST = sql`order by updated_at desc, id desc`;

/**
 * The newest of the rows. A parameter as limit tells the planner nothing, so it would plan anew each time; the constant
 * is the most that a caller may ask for.
 */
function newestSql(rows: Sql, limit: Sql): Sql {
  return sql`select * from (${rows} ${NEWEST_FIRST} limit 20) c limit ${limit}::int8`;
}

/** The newest hits of one entity, each with what the whole answer is sorted by. */
function hitsSql(part: Part): Sql {
  const { target, place, way } = part;
  const { entity } = target.reach;
  const source = sourceOf(entity);
  const document = sql`(select row_to_json(_row) from (select ${documentList(target, source)}) _row)`;
  const global = entity.kind === "global" ? sql`true` : sql`false`;
  const hit = sql`json_build_object('entity', ${word(entity.name)}, 'global', ${global}, 'document', ${document})`;
  const found = way.indexed && entity.kind === "collection" ? narrowedSql(part) : scannedSql(part, source);
  const joined = sql`(${found}) f join ${fromClause(source)} on ${rowColumn(source, "id")} = f.id`;
  return sql`(select ${word(place)} as place, f.updated_at, f.id, ${hit} as hit from ${joined})`;
}

function rowsSql(source: Source, conditions: readonly Sql[]): Sql {
  const keys = sql`${rowColumn(source, "id")}, ${column(source.alias, "updated_at")}`;
  return sql`select ${keys} from ${fromClause(source)} where ${allOf(conditions)}`;
}

/** Walks the rows from the newest and stops when there are enough. */
function scannedSql({ target: { reach, searched }, needles, limit, way }: Part, source: Source): Sql {
  const conditions = [...reachSql(reach, source), scannedMatch(searched, source, needles, way)];
  return newestSql(rowsSql(source, conditions), limit);
}

/**
 * A frequent text has its hits among the newest rows, a rare one has few candidates by its trigrams. PostgreSQL can't
 * tell the two apart before it has looked, so it looks: into the newest rows, and only where that is not enough into
 * the indexes. `materialized` keeps the limit away from them, or they would be passed over for a walk through all rows.
 */
function narrowedSql(part: Part): Sql {
  const { reach, searched } = part.target;
  const source = sourceOf(reach.entity);
  const newest = sql`(select * from ${table(reach.entity.table)} ${NEWEST_FIRST} limit 500)`;
  const near = scannedSql(part, { ...source, rows: newest });
  const tooFew = sql`(select count(*) from near) < ${part.limit}::int8`;
  const far = rowsSql(source, [tooFew, ...reachSql(reach, source), indexedMatch(searched, source, part.needles)]);
  const both = sql`select id, updated_at from near union select id, updated_at from far`;
  return sql`with near as materialized (${near}), far as materialized (${far}) ${newestSql(both, part.limit)}`;
}
