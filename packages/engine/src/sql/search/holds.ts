/** Whether a row of a list holds a text (`q`): what searches ask, of all rows instead of the newest. */
import type { HeldText } from "../../plan/search.ts";
import { likePattern } from "../../placeholder.ts";
import type { Source } from "../source.ts";
import { allOf, column, param } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { hasGrams, heldMatch, indexedMatch, scannedMatch } from "./match.ts";
import type { Needles } from "./match.ts";
import { tagConditions } from "./tags.ts";

export interface TextConditions {
  /** Of rows that are looked at anyway. */
  readonly scanned: Sql;
  /** The same so that indexes answer; `isWide`: what holds of other rows too, which are to be looked at after it. */
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
