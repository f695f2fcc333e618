/** Whether a row of a list contains a text (`q`): the conditions of a search, for all rows instead of the newest. */
import type { HeldText } from "../../plan/held-text.ts";
import { likePattern } from "../../placeholder.ts";
import type { Source } from "../source.ts";
import { allOf, column, param } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { hasGrams, heldMatch, indexedMatch, scannedMatch } from "./match.ts";
import type { Needles } from "./match.ts";
import { tagConditions } from "./tags.ts";

export interface TextConditions {
  /** For rows that are read anyway. */
  readonly scanned: Sql;
  /** The same for indexes; `isWide`: it also matches other rows, which must be checked after it. */
  readonly indexed: Sql;
  readonly isWide: boolean;
}

export function textConditions(held: HeldText, source: Source): TextConditions {
  const { searched, text, rows } = held;
  const needles: Needles = {
    pattern: param(likePattern(text, "contains")),
    text: param(text),
    options: new Map([...held.options].map(([list, options]) => [list, param(options)])),
  };
  const isWide = !held.indexed && hasGrams(source.entity);
  const tags = source.rows ? [] : tagConditions(rows, (of) => column(source.alias, of)); // which only live rows have
  const match = isWide ? heldMatch(searched, source, needles) : indexedMatch(searched, source, needles);
  return { scanned: scannedMatch(searched, source, needles), indexed: allOf([...tags, match]), isWide };
}
