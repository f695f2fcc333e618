/**
 * Beside the table of an entity stands one with the texts that are searched in it: the search keys of each row in one piece,
 * as bytes. A text too short for trigrams is looked for there, at a small part of the price of making the keys again.
 */
import { fitName } from "../../names.ts";
import { join, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { searchKey } from "../text-keys.ts";
import type { Source } from "../source.ts";
import type { Entity, Table } from "../../types.ts";
import { searchedIn, searchedText } from "../../searchable.ts";

/** The searched texts of an entity, whoever asks, as SQL. */
export function searchedTexts(entity: Entity, source: Source): readonly Sql[] {
  const texts = entity.fields.flatMap((field) => searchedIn(field)).filter(({ kind }) => kind === "text");
  return texts.map((text) => searchedText(text, source));
}

/** The table with an entity's words (`id`, `words`), or null where it has none: a global is one row, and lists have indexes. */
export function wordsTableOf(entity: Entity): Table | null {
  if (entity.kind !== "collection" || entity.builtIn) return null;
  const isSearched = entity.fields.some((field) => searchedIn(field).some(({ kind }) => kind === "text"));
  return isSearched ? { schema: "cms", name: fitName(`search.${entity.table.name}`) } : null;
}

/** A text as words have it: the bytes of its search key. */
export function folded(text: Sql): Sql {
  return sql`convert_to(${searchKey(text)}, 'UTF8')`;
}

/** The words of a row with these texts. */
export function wordsOf(texts: readonly Sql[]): Sql {
  return folded(sql`array_to_string(array[${join(texts)}], chr(10))`);
}
