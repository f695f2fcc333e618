import type { Place } from "../problems.ts";
import { OWNER_FIELDS } from "../built-ins.ts";
import { kindOf, nearest, quoteList, formatValue } from "../messages.ts";
import type { FieldView } from "./read-fields.ts";

const MAX_FIELDS = 5;
const AUTOMATIC: readonly string[] = ["createdAt", "updatedAt", "publishedAt", ...OWNER_FIELDS];
const TRANSLATED = ["locale", "translationGroup"];
/** Types whose values have no order to keep in an index. */
const UNORDERED: ReadonlySet<string> = new Set(["json", "object", "array", "blocks"]);

/** An entity as far as its indexes depend on it. */
export interface Indexed {
  readonly fields: readonly FieldView[];
  readonly translatable: boolean;
}

/** An entity's `indexes`: lists of two to five of its own fields, each kept in one column and named once. */
export function checkIndexes(indexes: readonly unknown[], entity: Indexed, place: Place): void {
  const first = new Map<string, string>();
  indexes.forEach((index, number) => {
    const at = place.at(number);
    if (!isNames(index)) return at.report(`List field names here, as in ["status", "date"], instead of ${kindOf(index)}.`);
    if (index.length < 2 || index.length > MAX_FIELDS)
      at.report(`List 2 to ${MAX_FIELDS} fields here; for one field write index: true at the field.`);
    if (new Set(index).size < index.length) at.report("Name each field once here.");
    index.forEach((name, position) => checkName(name, entity, at.at(position)));
    const known = first.get(index.join(","));
    if (known === undefined) first.set(index.join(","), at.path);
    else at.report(`Remove this index: ${known} is the same.`);
  });
}

export function isNames(index: unknown): index is readonly string[] {
  return Array.isArray(index) && index.every((name) => typeof name === "string");
}

function checkName(name: string, { fields, translatable }: Indexed, at: Place): void {
  if (AUTOMATIC.includes(name) || (translatable && TRANSLATED.includes(name))) return;
  const field = fields.find((known) => known.name === name);
  if (field === undefined) return at.report(unknownName(name, fields, AUTOMATIC));
  if (!hasOrder(field)) at.report(`Take ${formatValue(name)} out of this index: its values have no order.`);
}

/** Whether lists can be sorted by the field; what could not be read counts as if. */
export function hasOrder({ type, options }: FieldView): boolean {
  const isList = options.many === true || options.multiple === true;
  const isBlocks = type === "richtext" && options.format === "blocks";
  return !isList && !isBlocks && !(type !== null && UNORDERED.has(type));
}

/** The sentence about a name that none of the fields has, nor any of the `others`. */
export function unknownName(name: string, fields: readonly FieldView[], others: readonly string[] = []): string {
  const names = [...fields.flatMap((field) => (field.name === null ? [] : [field.name])), ...others];
  const near = nearest(name, names);
  return near === undefined
    ? `Name one of ${quoteList(names)} instead of ${formatValue(name)}.`
    : `Write "${near}" instead of ${formatValue(name)}.`;
}
