/** The SQL of searched values. */
import type { Searched } from "../../searchable.ts";
import { columnOf, type Source } from "../source.ts";
import { join, literal, sql, type Sql } from "../sql.ts";

/** A searched value in filters and indexes: an index is used only for an identical expression. */
export function searchedText({ field, inside }: Searched, source: Source): Sql {
  return textAt(columnOf(source, field), inside);
}

/** The text at a path inside a column. */
export function textAt(column: Sql, inside: readonly string[]): Sql {
  return inside.length === 0 ? column : sql`(${column} #>> array[${join(inside.map(literal))}])`;
}
