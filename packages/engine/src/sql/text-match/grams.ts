/** The index for texts too short for trigrams: each pair of adjacent characters in a row's texts, without case and accents. */
import { join, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity } from "../../types.ts";
import { searchedIn } from "../../searchable.ts";

/** A searched text in a column, or inside its JSON: the column, then the members on its path. */
export type TextPath = readonly [column: string, ...inside: readonly string[]];

/** The searchable texts of an entity, for all roles. */
export function searchedPaths(entity: Entity): readonly TextPath[] {
  return entity.fields.flatMap((field) => {
    const { storage } = field;
    if (storage.kind !== "column") return [];
    return searchedIn(field).flatMap(({ kind, inside }): TextPath[] => (kind === "text" ? [[storage.column, ...inside]] : []));
  });
}

/** The grams of these texts: an index is used only for an identical expression. */
export function gramsOf(texts: readonly Sql[]): Sql {
  return sql`cms.search_grams(array[${join(texts)}])`;
}
