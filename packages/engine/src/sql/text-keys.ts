/** How texts are compared: by one collation of ICU's, and by keys that ignore case or accents too, made by functions of PostgreSQL. */
import { sql } from "./sql.ts";
import type { Sql } from "./sql.ts";
import type { Entity, Field } from "../types.ts";

/** The text in the order that is the same in every database, whatever collation that has by default. */
export function collated(text: Sql): Sql {
  return sql`${text} collate "und-x-icu"`;
}

/** Texts, or a list of them, in the order of their bytes. */
export function bytewise(texts: Sql): Sql {
  return sql`(${texts} collate "C")`;
}

/** Whether the field's values are sorted, compared and indexed by that collation: all configured texts are. */
export function isCollated(entity: Entity, field: Field): boolean {
  return !entity.builtIn && !field.automatic && field.storage.kind === "column" && field.storage.sqlType === "text";
}

const STARTING: ReadonlySet<string> = new Set(["text", "slug", "email", "url"]);

/** Whether an index finds the field's values by how they begin, in any case: it is over their case keys, in the order of their bytes. */
export function isFoundByStart({ type, definition, storage }: Field): boolean {
  return !!definition.index && STARTING.has(type) && storage.kind === "column";
}

/** The text without its case: ß is SS, σ is ς. */
export function caseKey(text: Sql): Sql {
  return sql`cms.case_key(${text})`;
}

/** The text without its case and its accents, as searches see it. */
export function searchKey(text: Sql): Sql {
  return sql`cms.search_key(${text})`;
}
