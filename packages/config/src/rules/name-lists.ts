/** Lists of two to five fields that belong together: an entity's joint indexes, and values that no two records share. */
import { formatValue, kindOf, nearest, quoteList } from "../messages.ts";
import type { Place } from "../problems.ts";
import type { FieldView } from "./read-fields.ts";

const MAX_FIELDS = 5;

export interface NameLists {
  /** What one of them is called. */
  readonly noun: "index" | "rule";
  /** Such a list, as it is written. */
  readonly example: string;
  /** The option that does the same for one field. */
  readonly alone: string;
  /** What two lists that say the same have in common. */
  readonly keyOf: (names: readonly string[]) => string;
  readonly checkName: (name: string, at: Place) => void;
}

/** That each list names two to five fields, each of them once, and that none says what another one does. */
export function checkNameLists(lists: readonly unknown[], place: Place, { noun, example, alone, keyOf, checkName }: NameLists): void {
  const first = new Map<string, string>();
  lists.forEach((list, number) => {
    const at = place.at(number);
    if (!isNames(list)) return at.report(`List field names here, as in ${example}, instead of ${kindOf(list)}.`);
    if (list.length < 2 || list.length > MAX_FIELDS)
      at.report(`List 2 to ${MAX_FIELDS} fields here; for one field write ${alone} at the field.`);
    if (new Set(list).size < list.length) at.report("Name each field once here.");
    list.forEach((name, position) => checkName(name, at.at(position)));
    const known = first.get(keyOf(list));
    if (known === undefined) first.set(keyOf(list), at.path);
    else at.report(`Remove this ${noun}: ${known} is the same.`);
  });
}

function isNames(list: unknown): list is readonly string[] {
  return Array.isArray(list) && list.every((name) => typeof name === "string");
}

/** The sentence about a name that none of the fields has, nor any of the `others`. */
export function unknownName(name: string, fields: readonly FieldView[], others: readonly string[] = []): string {
  const names = [...fields.flatMap((field) => (field.name === null ? [] : [field.name])), ...others];
  const near = nearest(name, names);
  return near === undefined
    ? `Name one of ${quoteList(names)} instead of ${formatValue(name)}.`
    : `Write "${near}" instead of ${formatValue(name)}.`;
}
