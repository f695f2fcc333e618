/** What a reader may not see inside a JSON value, and the SQL that takes it out. Most values need nothing. */
import type { FieldDefinition } from "@colophon/config";
import { isHidden, seesTarget } from "../filter/visible.ts";
import type { Reader } from "../filter/contract.ts";
import { join, name, sql, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Rule } from "../types.ts";

/** `null` and `none` stand for ids of an entity that the reader may not read at all. */
export type Scrub =
  | { readonly kind: "null" }
  | { readonly kind: "none" }
  | { readonly kind: "object"; readonly drop: readonly string[]; readonly inside: readonly (readonly [string, Scrub])[] }
  | { readonly kind: "array"; readonly of: Scrub }
  | { readonly kind: "blocks"; readonly blocks: readonly (readonly [string, Scrub])[] };

type View = Pick<Reader, "schema" | "actor"> & { readonly rule: Rule };

/** What to take out of a value of this definition for this reader, or null when it is passed on as it is. */
export function scrubOf(view: View, definition: FieldDefinition, path: readonly string[]): Scrub | null {
  if (!seesTarget(view, definition)) return { kind: "many" in definition && definition.many ? "none" : "null" };
  if (definition.type === "object") return scrubFields(view, definition.fields, path);
  if (definition.type === "array") return scrubItems(view, definition.of as FieldDefinition, path);
  if (definition.type !== "blocks") return null;
  const blocks = definition.blocks.flatMap(({ name: block, fields }) => {
    const scrub = scrubFields(view, fields, [...path, block]);
    return scrub ? [[block, scrub] as const] : [];
  });
  return blocks.length > 0 ? { kind: "blocks", blocks } : null;
}

function scrubItems(view: View, definition: FieldDefinition, path: readonly string[]): Scrub | null {
  const of = scrubOf(view, definition, path);
  if (of?.kind === "null") return { kind: "none" };
  return of && { kind: "array", of };
}

function scrubFields(view: View, fields: readonly FieldDefinition[], path: readonly string[]): Scrub | null {
  const drop: string[] = [];
  const inside: (readonly [string, Scrub])[] = [];
  for (const field of fields) {
    const below = [...path, field.name];
    const scrub = scrubOf(view, field, below);
    if (isHidden(view, view.rule, field, below)) drop.push(field.name);
    else if (scrub) inside.push([field.name, scrub]);
  }
  return drop.length + inside.length > 0 ? { kind: "object", drop, inside } : null;
}

/** The jsonb value without what is to be taken out of it. */
export function scrubSql(scrub: Scrub, json: Sql, depth = 0): Sql {
  if (scrub.kind === "null") return sql`'null'::jsonb`;
  if (scrub.kind === "none") return sql`'[]'::jsonb`;
  if (scrub.kind === "object") return objectSql(scrub, json, depth);
  const item = name(`e${depth}`);
  const value = sql`${item}.value`;
  const each = scrub.kind === "array" ? scrubSql(scrub.of, value, depth + 1) : blockSql(scrub.blocks, value, depth + 1);
  const items = sql`jsonb_array_elements(${json}) with ordinality ${item}(value, place)`;
  const rebuilt = sql`(select coalesce(jsonb_agg(${each} order by ${item}.place), '[]'::jsonb) from ${items})`;
  return sql`case when jsonb_typeof(${json}) = 'array' then ${rebuilt} else ${json} end`;
}

function objectSql({ drop, inside }: Scrub & { kind: "object" }, json: Sql, depth: number): Sql {
  const kept = drop.length > 0 ? sql`(${json} - array[${join(drop.map(word))}])` : json;
  const changed = inside.map(([key, scrub]) => {
    const value = scrubSql(scrub, sql`(${json} -> ${word(key)})`, depth);
    return sql` || case when ${json} ? ${word(key)} then jsonb_build_object(${word(key)}, ${value}) else '{}'::jsonb end`;
  });
  return sql`case when jsonb_typeof(${json}) = 'object' then ${join([kept, ...changed], "\n")} else ${json} end`;
}

function blockSql(blocks: readonly (readonly [string, Scrub])[], value: Sql, depth: number): Sql {
  const cases = blocks.map(([block, scrub]) => sql`when ${word(block)} then ${scrubSql(scrub, value, depth)}`);
  return sql`case ${value} ->> '_type' ${join(cases, "\n")} else ${value} end`;
}
