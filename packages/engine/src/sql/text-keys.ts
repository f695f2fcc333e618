/** How texts are compared: by one ICU collation, and by keys without case or accents, which PostgreSQL functions compute. */
import { sql } from "./sql.ts";
import type { Sql } from "./sql.ts";
import type { Entity, Field } from "../types.ts";

/** The text in an order that is the same in every database, whatever its default collation is. */
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

/** Whether an index finds the field's values by their beginning, in any case: it is over their case keys, in the order of their bytes. */
export function hasPrefixIndex({ type, definition, storage }: Field): boolean {
  return !!definition.index && STARTING.has(type) && storage.kind === "column";
}

/** The text without its case: ß is SS, σ is ς. */
export function caseKey(text: Sql): Sql {
  return sql`cms.case_key(${text})`;
}

/**
 * The same key of a column without an index over it. A text of ASCII characters has the same capitals in every collation, and without ICU
 * they are made in a third of the time; what isn't ASCII costs no call of a function in PL/pgSQL.
 */
export function scannedCaseKey(column: Sql): Sql {
  const isAscii = sql`octet_length(${column}) = length(${column})`;
  return sql`case when ${isAscii} then upper(${column} collate "C") else upper(${column} collate "und-x-icu") collate "C" end`;
}

/** The text without case and accents, for searches. */
export function searchKey(text: Sql): Sql {
  return sql`cms.search_key(${text})`;
}
