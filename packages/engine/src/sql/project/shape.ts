/** Shape → SQL. Nearly every stored value already has its shape: this is tested first, and only other values are rebuilt. */
import { allOf, anyOf, join, name, sql, literal, usingOnce } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { idsIn } from "../kept-references.ts";
import type { Members, Shape } from "../../plan/selection/selected.ts";

const OBJECT = sql`'object'`;
const ARRAY = sql`'array'`;

type OwnBlocks = (Shape & { kind: "document" })["blocks"];

/** The records of an id, or of a list of ids, as jsonb. */
export type EmbedSql = (shape: Shape & { kind: "embed" }, json: Sql) => Sql;

/** A jsonb value limited to this shape: SQL null for a value of another kind; in lists such a value is left out. */
export function shapedSql(shape: Shape, json: Sql, embed: EmbedSql = noRecords): Sql {
  if (shape.kind === "any") return json;
  return usingOnce(json, (value) => {
    const built = builtSql(shape, value, { depth: 0, embed });
    return holdsRecords(shape) ? built : sql`case when ${differsSql(shape, value, 0)} then ${built} else ${value} end`;
  });
}

function noRecords(): Sql {
  throw new TypeError("records are embedded in answers only");
}

/** Whether records replace ids: then every value is rebuilt. */
function holdsRecords(shape: Shape): boolean {
  const inMembers = (members: Members): boolean => members.some(([, of]) => holdsRecords(of));
  if (shape.kind === "array") return holdsRecords(shape.of);
  if (shape.kind === "object") return inMembers(shape.members);
  if (shape.kind === "document" && shape.references.length > 0) return true;
  return (
    shape.kind === "embed" ||
    ((shape.kind === "document" || shape.kind === "blocks") && shape.blocks.some(([, members]) => inMembers(members)))
  );
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
  if (shape.kind === "document" && shape.blocks.length === 0) return ofKind(json, ARRAY, sql`false`);
  const each =
    shape.kind === "array"
      ? differsSql(shape.of, value, depth + 1)
      : shape.kind === "document"
        ? ownBlockDiffers(shape.blocks, value, depth + 1)
        : blockDiffers(shape.blocks, value, depth + 1);
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

/** Other nodes of a document have the members that every document allows. */
function ownBlockDiffers(blocks: OwnBlocks, json: Sql, depth: number): Sql {
  const cases = blocks.map(
    ([block, members]) => sql`when ${literal(block)} then ${memberDiffers(members, memberOf(json, "attrs"), depth)}`,
  );
  return sql`case ${json} ->> '_type' ${join(cases, "\n")} else false end`;
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
  if (shape.kind === "document") return builtDocument(shape, json, building);
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

/** A document with the visible attributes of its own blocks, and records or null in place of the ids of references. */
function builtDocument({ blocks, references }: Shape & { kind: "document" }, json: Sql, building: Building): Sql {
  const { depth, embed } = building;
  const item = name(`n${depth}`);
  const value = sql`${item}.value`;
  const cases = blocks.map(([block, members]) => {
    const attrs = builtObject(members, memberOf(value, "attrs"), { depth: depth + 1, embed });
    return sql`when ${literal(block)} then ${value} || jsonb_build_object('attrs', ${attrs})`;
  });
  const items = sql`jsonb_array_elements(${json}) with ordinality ${item}(value, place)`;
  const each = cases.length === 0 ? value : sql`case ${value} ->> '_type' ${join(cases, "\n")} else ${value} end`;
  const nodes = cases.length === 0 ? json : sql`(select coalesce(jsonb_agg(${each} order by ${item}.place), '[]'::jsonb) from ${items})`;
  const referring = references.reduce((held, { steps, shape }) => withRecords(held, idsIn(json, { steps }), steps, shape, embed), nodes);
  return sql`case when jsonb_typeof(${json}) = ${ARRAY} then ${referring} end`;
}

function withRecords(json: Sql, ids: Sql, steps: readonly string[], shape: Shape, embed: EmbedSql): Sql {
  const record = shape.kind === "embed" ? sql`coalesce(${embed(shape, sql`to_jsonb(i)`)}, 'null'::jsonb)` : sql`'null'::jsonb`;
  const records = sql`(select coalesce(jsonb_object_agg(i::text, ${record}), '{}'::jsonb) from ${ids} i)`;
  return sql`cms.with_records(${json}, ${steps}::text[], ${records})`;
}
