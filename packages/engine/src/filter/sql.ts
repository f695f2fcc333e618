/** Filter → SQL: the WHERE conditions of lists, records, relations and permissions alike. */
import { allOf, anyOf, join, name, sql, typeName, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { columnOf, fromClause, junctionOf, linksOf, liveOnly, rowColumn, sourceOf, storedLinks } from "../source.ts";
import type { Source } from "../source.ts";
import type { Field } from "../types.ts";
import type { Kind } from "./operand.ts";
import { operatorOf } from "./operators.ts";
import type { Several, Single } from "./operators.ts";
import type { Filter, Reach, TestFilter as Test, ThroughFilter as Through } from "./contract.ts";

const SQL_TYPES: Record<Kind, string> = {
  text: "text",
  choice: "text",
  integer: "int8",
  number: "float8",
  boolean: "boolean",
  date: "date",
  datetime: "timestamptz",
  id: "uuid",
  choices: "text",
  links: "uuid",
  json: "jsonb",
};

/** The condition on the rows of a source. It may be null where a value is: only `true` counts. */
export function filterSql(filter: Filter, source: Source): Sql {
  const parts = filter.kind === "and" || filter.kind === "or" ? filter.of.map((part) => filterSql(part, source)) : [];
  if (parts.length === 1 && parts[0]) return parts[0];
  if (filter.kind === "and") return sql`(${allOf(parts)})`;
  if (filter.kind === "or") return anyOf(parts);
  if (filter.kind === "not") return sql`(${filterSql(filter.of, source)}) is not true`;
  if (filter.kind === "through") return throughSql(filter, source);
  return testSql(filter, source);
}

/** What makes a row of the source one that may be reached, as conditions to be joined by `and`. */
export function reachSql({ filter }: Reach, source: Source, { drafts = false } = {}): readonly Sql[] {
  const live = drafts ? null : liveOnly(source);
  return [...(live ? [live] : []), ...(filter ? [filterSql(filter, source)] : [])];
}

/** Some related row that may be reached satisfies the rest. */
function throughSql({ field, target, of }: Through, source: Source): Sql {
  const inner = sourceOf(target.entity, source.depth + 1);
  const conditions = [...reachSql(target, inner), filterSql(of, inner)];
  return sql`exists (select from ${relatedRows(source, field, inner)} and ${allOf(conditions)})`;
}

/** `table where related`, ready for more conditions: the rows of `inner` that a relation of the source points to. */
export function relatedRows(source: Source, field: Field, inner: Source): Sql {
  const id = rowColumn(inner, "id");
  if (field.storage.kind === "column") return sql`${fromClause(inner)} where ${id} = ${columnOf(source, field)}`;
  if (source.links) return sql`${fromClause(inner)} where ${id} = any(${linksOf(source, field)})`;
  const joined = sql`${junctionOf(field)} j join ${fromClause(inner)} on ${id} = j.target_id`;
  return sql`${joined} where j.source_id = ${rowColumn(source, "id")}`;
}

function testSql(test: Test, source: Source): Sql {
  const operator = operatorOf(test.operator);
  const several = severalOf(test, source);
  if (several && operator?.several) return operator.several(several, test.values);
  if (!several && operator?.single) return operator.single(singleOf(test, source), test.values);
  throw new TypeError(`${test.operator} does not take ${test.field.name}`);
}

function singleOf(test: Test, source: Source): Single {
  if (test.inside.length > 0) return nestedSingle(test, source);
  const sqlType = SQL_TYPES[test.valueKind];
  return { value: columnOf(source, test.field), sqlType };
}

function pathSql({ inside }: Test): Sql {
  return sql`array[${join(inside.map(word))}]`;
}

/** Inside JSON a value may be of another type than the schema says (the configuration changed): then it is no value. */
function nestedSingle(test: Test, source: Source): Single {
  const json = sql`(${columnOf(source, test.field)} #> ${pathSql(test)})`;
  const text = sql`(${columnOf(source, test.field)} #>> ${pathSql(test)})`;
  const typed = (jsonType: "number" | "boolean", sqlType: string): Single => ({
    value: sql`case when jsonb_typeof(${json}) = ${word(jsonType)} then ${json}::${typeName(sqlType)} end`,
    sqlType,
  });
  if (test.valueKind === "integer" || test.valueKind === "number") return typed("number", "float8");
  if (test.valueKind === "boolean") return typed("boolean", "boolean");
  if (test.valueKind === "date" || test.valueKind === "datetime") return { value: sql`${text} collate ${name("C")}`, sqlType: "text" };
  return { value: text, sqlType: "text" };
}

function severalOf(test: Test, source: Source): Several | null {
  if (test.valueKind === "links") return source.links ? heldLinks(linksOf(source, test.field)) : junctionLinks(source, test.field);
  if (test.valueKind !== "choices") return null;
  if (test.inside.length > 0) {
    const json = sql`(${columnOf(source, test.field)} #> ${pathSql(test)})`;
    const text = sql`(${columnOf(source, test.field)} #>> ${pathSql(test)})`;
    return { any: (v) => sql`${json} ?| ${v}`, all: (v) => sql`${json} ?& ${v}`, isNull: sql`${text} is null`, sqlType: "text" };
  }
  const held = columnOf(source, test.field);
  return { any: (v) => sql`${held} && ${v}`, all: (v) => sql`${held} @> ${v}`, isNull: sql`${held} is null`, sqlType: "text" };
}

function junctionLinks(source: Source, field: Field): Several {
  const rows = sql`select from ${junctionOf(field)} j where j.source_id = ${rowColumn(source, "id")}`;
  return {
    any: (v) => sql`exists (${rows} and j.target_id = any(${v}))`,
    all: (v) => sql`${storedLinks(source, field)} @> ${v}`,
    isNull: sql`not exists (${rows})`,
    sqlType: "uuid",
  };
}

function heldLinks(links: Sql): Several {
  return { any: (v) => sql`${links} && ${v}`, all: (v) => sql`${links} @> ${v}`, isNull: sql`cardinality(${links}) = 0`, sqlType: "uuid" };
}
