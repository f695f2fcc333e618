/** Shape → SQL. Nearly every stored value already has its shape: this is tested first, and only other values are rebuilt. */
import { allOf, anyOf, join, name, sql, literal } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Members, Shape } from "../../plan/selection/selected.ts";

const OBJECT = sql`'object'`;
const ARRAY = sql`'array'`;

/** The records of an id, or of a list of ids, as jsonb. */
export type EmbedSql = (shape: Shape & { kind: "embed" }, json: Sql) => Sql;

/** A jsonb value limited to this shape: SQL null for a value of another kind; in lists such a value is left out. */
export function shapedSql(shape: Shape, json: Sql, embed: EmbedSql = noRecords): Sql {
  if (shape.kind === "any") return json;
  const built = builtSql(shape, json, { depth: 0, embed });
  return holdsRecords(shape) ? built : sql`case when ${differsSql(shape, json, 0)} then ${built} else ${json} end`;
}

function noRecords(): Sql {
  throw new TypeError("records are embedded in answers only");
}

/** Whether records replace ids: then every value is rebuilt. */
function holdsRecords(shape: Shape): boolean {
  const inMembers = (members: Members): boolean => members.some(([, of]) => holdsRecords(of));
  if (shape.kind === "array") return holdsRecords(shape.of);
  if (shape.kind === "object") return inMembers(shape.members);
  return shape.kind === "embed" || (shape.kind === "blocks" && shape.blocks.some(([, members]) => inMembers(members)));
}

/** How a value is rebuilt. */
interface Building {
  readonly depth: number;
  readonly embed: EmbedSql;
}

/** Non-empty objects and arrays sort after everything else, so also after `true`. */
function isContainer(json: Sql): Sql {
  return sql`${json} > 'true'::jsonb`;
}

function keysOf(members: Members): Sql {
  return sql`array[${join(members.map(([key]) => literal(key)))}]::text[]`;
}

function memberOf(json: Sql, key: string): Sql {
  return sql`(${json} -> ${literal(key)})`;
}

/** Whether the value contains anything outside the shape; null if there is no value. */
function differsSql(shape: Shape, json: Sql, depth: number): Sql {
  if (shape.kind === "any" || shape.kind === "embed") return sql`false`;
  if (shape.kind === "scalar") return isContainer(json);
  if (shape.kind === "blank") return sql`${json} <> ${blankSql(shape.many)}`;
  if (shape.kind === "object") return ofKind(json, OBJECT, memberDiffers(shape.members, json, depth));
  const item = name(`d${depth}`);
  const value = sql`${item}.value`;
  const each = shape.kind === "array" ? differsSql(shape.of, value, depth + 1) : blockDiffers(shape.blocks, value, depth + 1);
  return ofKind(json, ARRAY, sql`exists (select from jsonb_array_elements(${json}) ${item}(value) where ${each})`);
}

/** A JSON null fits every shape; a value of another kind none. */
function ofKind(json: Sql, kind: Sql, differs: Sql): Sql {
  return sql`case jsonb_typeof(${json}) when ${kind} then ${differs} when 'null' then false else ${json} is not null end`;
}

function memberDiffers(members: Members, json: Sql, depth: number): Sql {
  const inside = members.filter(([, shape]) => shape.kind !== "any");
  return anyOf([
    sql`${json} - ${keysOf(members)} <> '{}'::jsonb`,
    ...inside.map(([key, shape]) => differsSql(shape, memberOf(json, key), depth)),
  ]);
}

function blockDiffers(blocks: (Shape & { kind: "blocks" })["blocks"], json: Sql, depth: number): Sql {
  const cases = blocks.map(([block, members]) => sql`when ${literal(block)} then ${memberDiffers(members, json, depth)}`);
  return sql`case ${json} ->> '_type' ${join(cases, "\n")} else true end`;
}

function blankSql(many: boolean): Sql {
  return many ? sql`'[]'::jsonb` : sql`'null'::jsonb`;
}

/** The value with only the shape's members. */
function builtSql(shape: Shape, json: Sql, building: Building): Sql {
  const { depth, embed } = building;
  if (shape.kind === "any") return json;
  if (shape.kind === "embed") return embed(shape, json);
  if (shape.kind === "blank") return blankSql(shape.many);
  if (shape.kind === "scalar") return sql`case when ${isContainer(json)} then null else ${json} end`;
  if (shape.kind === "object")
    return sql`case when jsonb_typeof(${json}) = ${OBJECT} then ${builtObject(shape.members, json, building)} end`;
  const deeper = { depth: depth + 1, embed };
  const item = name(`e${depth}`);
  const value = sql`${item}.value`;
  const each = shape.kind === "array" ? builtSql(shape.of, value, deeper) : builtBlock(shape.blocks, value, deeper);
  const items = sql`jsonb_array_elements(${json}) with ordinality ${item}(value, place)`;
  const rebuilt = sql`select coalesce(jsonb_agg(${each} order by ${item}.place), '[]'::jsonb) from ${items} where ${belongs(shape, value)}`;
  return sql`case when jsonb_typeof(${json}) = ${ARRAY} then (${rebuilt}) end`;
}

/** Whether an item of a list is shown at all. */
function belongs(shape: Shape & { kind: "array" | "blocks" }, item: Sql): Sql {
  if (shape.kind === "blocks") return sql`${item} ->> '_type' in (${join(shape.blocks.map(([block]) => literal(block)))})`;
  if (shape.of.kind === "object") return sql`jsonb_typeof(${item}) = ${OBJECT}`;
  return shape.of.kind === "scalar" ? sql`not ${isContainer(item)}` : allOf([]);
}

function builtObject(members: Members, json: Sql, building: Building): Sql {
  const nested = members.filter(([, { kind }]) => kind !== "any" && kind !== "scalar");
  const changed = nested.map(([key, shape]) => {
    const value = builtSql(shape, memberOf(json, key), building);
    return sql` || case when ${json} ? ${literal(key)} then jsonb_build_object(${literal(key)}, ${value}) else '{}'::jsonb end`;
  });
  return join([sql`(${json} - ${strayKeys(members, json)})`, ...changed], "\n");
}

/** The keys of an object that are not members, or that contain an object or array where a scalar is defined. */
function strayKeys(members: Members, json: Sql): Sql {
  const scalars = keysOf(members.filter(([, { kind }]) => kind === "scalar"));
  const isStray = sql`m.key <> all (${keysOf(members)}) or (m.key = any (${scalars}) and ${isContainer(sql`m.value`)})`;
  return sql`array(select m.key from jsonb_each(${json}) m where ${isStray})`;
}

function builtBlock(blocks: (Shape & { kind: "blocks" })["blocks"], value: Sql, building: Building): Sql {
  const cases = blocks.map(([block, members]) => sql`when ${literal(block)} then ${builtObject(members, value, building)}`);
  return sql`case ${value} ->> '_type' ${join(cases, "\n")} end`;
}
