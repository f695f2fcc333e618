/** Hidden members of objects that a change leaves out stay as they are stored: what was read can be sent back. */
import type { FieldDefinition } from "@colophon/config";
import { itemDefinition } from "../field-types/structure.ts";
import { empty, join, name, sql, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Field } from "../types.ts";
import { parseValue, startPass } from "./parse-fields.ts";

/** The value to store, made of the given one and the stored one, both jsonb. */
type Keep = (given: Sql, stored: Sql, depth: number) => Sql;

/** The given value of a field with the hidden members that it lacks taken from the stored one; most fields have none. */
export function keptInside({ definition }: Field, given: Sql, stored: Sql): Sql {
  const keep = keepOf(definition);
  return keep ? sql`(select ${keep(sql`k.given`, sql`k.stored`, 0)} from (select ${given} as given, ${stored} as stored) k)` : given;
}

function keepOf(definition: FieldDefinition): Keep | null {
  if (definition.type === "object") return keepMembers(definition.fields);
  if (definition.type === "array") return keepItems(itemDefinition(definition.of));
  if (definition.type !== "blocks") return null;
  const kinds = definition.blocks.flatMap(({ name: kind, fields }) => {
    const keep = keepMembers(fields);
    return keep ? [[kind, keep] as const] : [];
  });
  return kinds.length > 0 ? keepBlocks(kinds) : null;
}

function keepMembers(fields: readonly FieldDefinition[]): Keep | null {
  const members = fields.flatMap((field) => {
    const keep = field.hidden ? keepHidden(field) : keepOf(field);
    return keep ? [{ key: word(field.name), keep }] : [];
  });
  if (members.length === 0) return null;
  return (given, stored, depth) => {
    const kept = members.map(
      ({ key, keep }) => sql`jsonb_build_object(${key}, ${keep(sql`(${given} -> ${key})`, sql`(${stored} -> ${key})`, depth)})`,
    );
    return sql`case when jsonb_typeof(${given}) = 'object' then ${kept.reduce((all, one) => sql`${all} || ${one}`, given)} else ${given} end`;
  };
}

function keepHidden(field: FieldDefinition): Keep {
  const pass = startPass({ draft: true, makeKey: () => "" });
  const otherwise = JSON.stringify(parseValue(pass, field, field.default, { path: field.name, nested: true }) ?? null);
  return (given, stored) => sql`coalesce(${given}, ${stored}, ${otherwise}::jsonb)`;
}

/**
 * Items of a list have no name: the one that looks the same is the same, else what stands in its place, where none came
 * or went and it looks like no other one.
 */
function keepItems(definition: FieldDefinition): Keep | null {
  const keep = keepOf(definition);
  if (keep === null) return null;
  const fields = definition.type === "object" ? definition.fields : [];
  const unseen = fields.filter((field) => field.hidden).map((field) => word(field.name));
  const look = (value: Sql) =>
    unseen.length > 0 ? sql`case when jsonb_typeof(${value}) = 'object' then ${value} - array[${join(unseen)}] else ${value} end` : value;
  return (given, stored, depth) => listSql({ given, stored, depth, look, byPlace: true, each: keep });
}

function keepBlocks(kinds: readonly (readonly [string, Keep])[]): Keep {
  const look = (value: Sql) => sql`jsonb_build_array(${value} -> '_type', ${value} -> '_key')`;
  const each: Keep = (item, match, depth) => {
    const cases = kinds.map(([kind, keep]) => sql`when ${word(kind)} then ${keep(item, match, depth)}`);
    return sql`case ${item} ->> '_type' ${join(cases, "\n")} else ${item} end`;
  };
  return (given, stored, depth) => listSql({ given, stored, depth, look, byPlace: false, each });
}

interface List {
  readonly given: Sql;
  readonly stored: Sql;
  readonly depth: number;
  /** What an item is known by: of several that look the same, the first goes with the first. */
  readonly look: (value: Sql) => Sql;
  readonly byPlace: boolean;
  readonly each: Keep;
}

function listSql({ given, stored, depth, look, byPlace, each }: List): Sql {
  const [item, same, placed] = [name(`g${depth}`), name(`s${depth}`), name(`p${depth}`)];
  const listed = (list: Sql) =>
    sql`(select value, place, ${look(sql`value`)} as look, row_number() over (partition by ${look(sql`value`)} order by place) as nth from jsonb_array_elements(${list}) with ordinality e(value, place))`;
  const length = sql`case when jsonb_typeof(${stored}) = 'array' then jsonb_array_length(${stored}) end`;
  const olds = listed(sql`case when jsonb_typeof(${stored}) = 'array' then ${stored} else '[]'::jsonb end`);
  const isNoOther = sql`not exists (select from ${listed(given)} o where o.look = ${placed}.look and o.nth = ${placed}.nth)`;
  const inPlace = sql`left join (select * from ${olds} ${placed} where ${isNoOther}) ${placed} on ${placed}.place = ${item}.place and jsonb_array_length(${given}) = ${length}`;
  const match = byPlace ? sql`coalesce(${same}.value, ${placed}.value)` : sql`${same}.value`;
  const rebuilt = sql`(select coalesce(jsonb_agg(${each(sql`${item}.value`, match, depth + 1)} order by ${item}.place), '[]'::jsonb) from ${listed(given)} ${item} left join ${olds} ${same} on ${same}.look = ${item}.look and ${same}.nth = ${item}.nth ${byPlace ? inPlace : empty})`;
  return sql`case when jsonb_typeof(${given}) = 'array' then ${rebuilt} else ${given} end`;
}
