/**
 * Stored parts that a caller can't see are kept, so that a caller can send back what it read: hidden members that are missing in the body,
 * and members and blocks that are no longer defined. A null instead of the whole object or list deletes them.
 */
import type { FieldDefinition } from "@colophon/config";
import { itemDefinition, parseValue } from "@colophon/model";
import { NOT_HIDDEN, shapeOf } from "../../../plan/selection/shape.ts";
import { shapedSql } from "../../project/shape.ts";
import { join, sql, literal, type Sql } from "../../sql.ts";
import type { Field } from "../../../types.ts";
import { mergeItems } from "./merge-items.ts";
import { startPass } from "../../../request/checks.ts";

/** The value to store, computed from the given and the stored one, both jsonb. */
type Merge = (given: Sql, stored: Sql, depth: number) => Sql;

interface Options {
  /** The given value contains hidden members: missing ones are deleted. */
  readonly isWhole?: boolean;
}

/** The given value of a field with invisible parts from the stored one; most fields have no such parts. */
export function mergeStored({ definition }: Field, given: Sql, stored: Sql, options: Options = {}): Sql {
  const merge = mergeOf(definition, options);
  return merge ? sql`(select ${merge(sql`k.given`, sql`k.stored`, 0)} from (select ${given} as given, ${stored} as stored) k)` : given;
}

function mergeOf(definition: FieldDefinition, options: Options): Merge | null {
  if (definition.type === "object") return mergeMembers(definition.fields, options);
  if (definition.type === "array") return mergeList(itemDefinition(definition.of), options);
  if (definition.type !== "blocks") return null;
  return mergeBlocks(definition.blocks.map(({ name: kind, fields }) => [kind, mergeMembers(fields, options, ["_type", "_key"])] as const));
}

function mergeMembers(fields: readonly FieldDefinition[], options: Options, own: readonly string[] = []): Merge {
  const defined = [...own, ...fields.map((field) => field.name)].map(literal);
  const members = fields.flatMap((field) => {
    const merge = field.hidden && !options.isWhole ? mergeHidden(field) : mergeOf(field, options);
    return merge ? [{ key: literal(field.name), merge }] : [];
  });
  return (given, stored, depth) => {
    const undefinedOnes = sql`case when jsonb_typeof(${stored}) = 'object' then ${stored} - array[${join(defined)}]::text[] else '{}'::jsonb end`;
    const kept = members.map(
      ({ key, merge }) => sql`jsonb_build_object(${key}, ${merge(sql`(${given} -> ${key})`, sql`(${stored} -> ${key})`, depth)})`,
    );
    const all = kept.reduce((value, member) => sql`${value} || ${member}`, sql`${undefinedOnes} || ${given}`);
    return sql`case when jsonb_typeof(${given}) = 'object' then ${all} else ${given} end`;
  };
}

function mergeHidden(field: FieldDefinition): Merge {
  const pass = startPass({ draft: true, makeKey: () => "" });
  const otherwise = JSON.stringify(parseValue(pass, field, field.default, { path: field.name, nested: true }) ?? null);
  return (given, stored) => sql`coalesce(${given}, ${stored}, ${otherwise}::jsonb)`;
}

/**
 * Items of a list have no key: an equal item is the same one, otherwise the one at the same position, if the number of items is unchanged
 * and it has no equal.
 */
function mergeList(definition: FieldDefinition, options: Options): Merge | null {
  const each = mergeOf(definition, options);
  if (each === null) return null;
  const shape = shapeOf(definition, [], NOT_HIDDEN);
  return (given, stored, depth) => mergeItems({ given, stored, depth, look: (value) => shapedSql(shape, value), byPlace: true, each });
}

/** Blocks are identified by their keys. */
function mergeBlocks(kinds: readonly (readonly [string, Merge])[]): Merge {
  const look = (value: Sql) => sql`jsonb_build_array(${value} -> '_type', ${value} -> '_key')`;
  const isShown = (value: Sql) => sql`${value} ->> '_type' in (${join(kinds.map(([kind]) => literal(kind)))})`;
  const each: Merge = (item, match, depth) => {
    const cases = kinds.map(([kind, merge]) => sql`when ${literal(kind)} then ${merge(item, match, depth)}`);
    return sql`case ${item} ->> '_type' ${join(cases, "\n")} else ${item} end`;
  };
  return (given, stored, depth) => mergeItems({ given, stored, depth, look, byPlace: false, each, isShown });
}
