/** The searched values of an entity that a principal may see, and a text that they must contain. */
import { optionValues } from "@colophon/model";
import { isVisible } from "../permissions/permissions.ts";
import { searchedIn } from "../searchable.ts";
import type { Searched } from "../searchable.ts";
import type { Principal, Entity, Rule } from "../types.ts";
import type { Reader, RowFilter } from "./filter/contract.ts";
import { isHidden } from "../views/visible.ts";

/** A text that at least one of a record's searched values must contain. */
export interface HeldText {
  readonly searched: readonly Searched[];
  readonly text: string;
  /** For each select with several values, its options that contain the text. */
  readonly options: ReadonlyMap<Searched, readonly string[]>;
  /** Trigrams of the text narrow the rows down. */
  readonly indexed: boolean;
  /** The rows that the reader sees, as far as the indexes can tell. */
  readonly rows: RowFilter;
}

/** The searched values that this principal may see, in the configuration's order. */
export function searchedBy(principal: Principal, entity: Entity, rule: Rule): readonly Searched[] {
  const seen = entity.fields.filter((field) => isVisible(principal, rule, field));
  return seen.flatMap((field) => searchedIn(field, (definition, path) => isHidden({ principal }, rule, definition, path)));
}

/**
 * A text that the rows of a list must contain in a visible value. The database's trigram characters are not considered: all databases
 * support ASCII. Problems are added to `reader.problems`.
 */
export function planHeldText({ principal, problems }: Reader, rule: Rule, rows: RowFilter, text: string): HeldText {
  const searched = searchedBy(principal, rows.entity, rule);
  if (searched.length === 0) problems.push({ field: "q", message: `${rows.entity.name} has no searchable fields` });
  const lists = searched.filter(({ kind }) => kind === "choices");
  const options = new Map(lists.map((list) => [list, optionsWith(list, text)]));
  return { searched, text, options, indexed: TRIGRAM.ascii.test(text), rows };
}

/** The options of a list that contain the text. */
export function optionsWith({ field: { definition } }: Searched, text: string): readonly string[] {
  const options = definition.type === "select" ? optionValues(definition.options) : [];
  return options.filter((option) => optionKey(option).includes(optionKey(text)));
}

/** The search key of an option; PostgreSQL computes those of stored texts. */
function optionKey(text: string): string {
  const plain = text
    .toUpperCase()
    .normalize("NFD")
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, "$1");
  return plain.normalize("NFC").replaceAll("Ł", "L").replaceAll("Ø", "O").replaceAll("Đ", "D");
}

/** Three word characters in a row make a trigram; so do two next to a character that is not in words. */
export const TRIGRAM = {
  ascii: /[a-z0-9]{3}|[a-z0-9]{2}[^a-z0-9]|[^a-z0-9][a-z0-9]{2}/i,
  unicode: /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u,
};
