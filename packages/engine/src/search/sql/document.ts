/** What a hit of a search shows of its record. */
import { isoTime } from "../../sql/json-values.ts";
import { columnOf, rowColumn, type Source } from "../../sql/source.ts";
import { join, literal, name, sql, type Sql } from "../../sql/sql.ts";
import type { Field } from "../../types.ts";
import type { SearchTarget } from "../plan.ts";

/** The members of an object that are shown, as a tree: null is a text. */
type Members = ReadonlyMap<string, Members | null>;

function membersOf(paths: readonly (readonly string[])[]): Members {
  const groups = Map.groupBy(paths, ([first = ""]) => first);
  return new Map(
    [...groups].map(([key, below]) => [
      key,
      below.some((path) => path.length === 1) ? null : membersOf(below.map((path) => path.slice(1))),
    ]),
  );
}

function objectJson(json: Sql, members: Members): Sql {
  const pairs = [...members].map(([key, inner]) => {
    const member = sql`(${json} -> ${literal(key)})`;
    const value = inner ? objectJson(member, inner) : sql`case when jsonb_typeof(${member}) = 'string' then ${member} end`;
    return sql`${literal(key)}, ${value}`;
  });
  return sql`case when jsonb_typeof(${json}) = 'object' then json_build_object(${join(pairs)}) end`;
}

function automaticValue(field: Field, source: Source): Sql {
  const value = columnOf(source, field);
  return field.type === "datetime" ? isoTime(value) : value;
}

/** The columns of `document`: id, entity, times, language, and the searched values at their paths. */
export function documentList({ rowFilter, searched, automatic }: SearchTarget, source: Source): Sql {
  const fields = [...Map.groupBy(searched, ({ field }) => field)].map(([field, values]) => {
    const paths = values.map(({ inside }) => inside);
    const value = paths.some((path) => path.length === 0) ? columnOf(source, field) : objectJson(columnOf(source, field), membersOf(paths));
    return sql`${value} as ${name(field.name)}`;
  });
  return join([
    sql`${rowColumn(source, "id")} as ${name("id")}`,
    sql`${literal(rowFilter.entity.name)} as ${name("_entity")}`,
    ...automatic.map((field) => sql`${automaticValue(field, source)} as ${name(field.name)}`),
    ...fields,
  ]);
}
