/** Comparisons of values inside JSON: of the one at a path through objects, and of all at a path through arrays and blocks. */
import type { Kind } from "@colophon/model";
import type { Operator, Several, Single } from "./operators.ts";
import type { TestFilter } from "../plan/filter/contract.ts";
import { caseKey, collated } from "./text-keys.ts";
import { join, jsonPath, literal, name, sql, typeName, type Sql } from "./sql.ts";
import { columnOf, storedColumn, type Source } from "./source.ts";

/** A value inside JSON, and the same as text. */
interface JsonValue {
  readonly json: Sql;
  readonly text: Sql;
}

/** The value at the path of a condition through objects. */
export function memberOf({ field, inside }: TestFilter, source: Source): JsonValue {
  const [column, path] = [columnOf(source, field), sql`array[${join(inside.map(literal))}]`];
  return { json: sql`(${column} #> ${path})`, text: sql`(${column} #>> ${path})` };
}

/** Inside JSON a value may have another type than the schema (the configuration changed): then it counts as missing. */
export function singleInside({ json, text }: JsonValue, kind: Kind, read: Pick<Single, "isSearched" | "knowsValues">): Single {
  const asText: Single = { value: collated(text), sqlType: "text", text, key: caseKey(text), ...read };
  const typed = (jsonType: "number" | "boolean", sqlType: string): Single => ({
    value: sql`case when jsonb_typeof(${json}) = ${literal(jsonType)} then ${json}::${typeName(sqlType)} end`,
    sqlType,
    text,
    key: asText.key,
    isSearched: false,
    knowsValues: read.knowsValues,
  });
  if (kind === "integer" || kind === "number") return typed("number", "float8");
  if (kind === "boolean") return typed("boolean", "boolean");
  if (kind === "date" || kind === "datetime") return { ...asText, value: sql`${text} collate ${name("C")}` };
  return asText;
}

/** A list of options. */
export function severalInside({ json, text }: JsonValue): Several {
  return { any: (v) => sql`${json} ?| ${v}`, all: (v) => sql`${json} ?& ${v}`, isNull: sql`${text} is null`, sqlType: "text" };
}

/** An object or array in a value's place was stored under another definition: no condition applies to it. */
export function isScalar({ json }: JsonValue): Sql {
  return sql`(${json} > 'true'::jsonb) is not true`;
}

/** The JSON type of the kinds whose comparison doesn't check it; `json` may have any. */
const JSON_TYPES: Readonly<Partial<Record<Kind, string>>> = {
  text: "string",
  choice: "string",
  date: "string",
  datetime: "string",
  choices: "array",
};

/** At least one of the values that the steps lead to matches. They are read from the stored value: only references can differ from it. */
export function elementsSql({ field, steps, valueKind, values }: Elements, operator: Operator, source: Source): Sql {
  const value: JsonValue = { json: sql`e.value`, text: sql`(e.value #>> '{}')` };
  const type = JSON_TYPES[valueKind];
  const isOfType = type === undefined ? [] : [sql`jsonb_typeof(e.value) = ${literal(type)}`];
  const single = singleInside(value, valueKind, { isSearched: false, knowsValues: source.knowsValues ?? false });
  const condition = valueKind === "choices" ? operator.several?.(severalInside(value), values) : operator.single?.(single, values);
  if (!condition) throw new TypeError(`an operator does not take the values inside ${field.name}`);
  const found = sql`jsonb_path_query(${storedColumn(source, field)}, ${jsonPath(strictPathOf(steps))}) e(value)`;
  return sql`exists (select from ${found} where ${join([...isOfType, condition], " and ")})`;
}

interface Elements extends TestFilter {
  readonly steps: readonly string[];
}

/** Strict, so that an object isn't taken for a list of one; what was stored under another definition leads nowhere. */
function strictPathOf(steps: readonly string[]): string {
  const parts = steps.map((step) => {
    if (step === "*") return ' ? (@.type() == "array")[*]';
    return step.startsWith("?") ? ` ? (@."_type" == "${step.slice(1)}")` : ` ? (exists(@."${step}"))."${step}"`;
  });
  return `strict $${parts.join("")}`;
}

/** A point in time in JSON: ISO 8601, UTC, milliseconds, `Z`. */
export function isoTime(time: Sql): Sql {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
