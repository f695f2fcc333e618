/** Lists of two to five fields: an entity's joint indexes and joint unique rules. */
import { formatValue, kindOf, nearest, quoteList } from "../messages.ts";
import type { IssuePath } from "../problems.ts";
import type { FieldView } from "./read-fields.ts";

const MAX_FIELDS = 5;

export interface NameLists {
  /** The name of one of them. */
  readonly noun: "index" | "rule";
  /** An example of such a list. */
  readonly example: string;
  /** The option with the same effect for one field. */
  readonly alone: string;
  /** What two equal lists have in common. */
  readonly keyOf: (names: readonly string[]) => string;
  /** Names that may stand alone, because they have no such option. */
  readonly single?: readonly string[];
  readonly checkName: (name: string, at: IssuePath) => void;
}

/** Each list names two to five fields, or a single one that may stand alone; each of them once, and no two lists are equal. */
export function checkNameLists(lists: readonly unknown[], issuePath: IssuePath, options: NameLists): void {
  const { noun, example, alone, keyOf, single = [], checkName } = options;
  const pathByKey = new Map<string, string>();
  lists.forEach((list, number) => {
    const at = issuePath.at(number);
    if (!isNames(list)) return at.report(`List field names here, as in ${example}, instead of ${kindOf(list)}.`);
    const isSingle = list.length === 1 && single.includes(list[0] ?? "");
    if (!isSingle && (list.length < 2 || list.length > MAX_FIELDS))
      at.report(`List 2 to ${MAX_FIELDS} fields here; for one field write ${alone} at the field.`);
    if (new Set(list).size < list.length) at.report("Name each field once here.");
    list.forEach((name, position) => checkName(name, at.at(position)));
    const known = pathByKey.get(keyOf(list));
    if (known === undefined) pathByKey.set(keyOf(list), at.path);
    else at.report(`Remove this ${noun}: ${known} is the same.`);
  });
}

function isNames(list: unknown): list is readonly string[] {
  return Array.isArray(list) && list.every((name) => typeof name === "string");
}

/** The message about a name that is neither one of the fields nor one of the `others`. */
export function unknownName(name: string, fields: readonly FieldView[], others: readonly string[] = []): string {
  const names = [...fields.flatMap((field) => (field.name === null ? [] : [field.name])), ...others];
  const suggestion = nearest(name, names);
  return suggestion === undefined
    ? `Name one of ${quoteList(names)} instead of ${formatValue(name)}.`
    : `Write "${suggestion}" instead of ${formatValue(name)}.`;
}
