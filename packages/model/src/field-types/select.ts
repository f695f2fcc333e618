/** A choice among options that the configuration lists. */
import { optionValues } from "../field-options.ts";
import type { DefinitionOf, FieldTypeRule, Place } from "../field-type.ts";

function parseOne(value: unknown, definition: DefinitionOf<"select">, place: Place, below?: string): string | undefined {
  const allowed = optionValues(definition.options);
  const read = typeof value === "string" ? value.normalize("NFC") : null;
  return read !== null && allowed.includes(read) ? read : place.reject(`must be one of ${allowed.join(", ")}`, below);
}

function parseMany(value: unknown, definition: DefinitionOf<"select">, place: Place): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return place.reject("must be an array");
  const read = value.map((item, at) => (place.isUnchanged(String(at)) ? (item as unknown) : parseOne(item, definition, place, String(at))));
  if (new Set(read).size < read.length && !read.includes(undefined)) return place.reject("must not name an option twice");
  return read;
}

/** One option, or several if `multiple` is set. */
export const select: FieldTypeRule<"select"> = {
  column: ({ multiple }) => (multiple ? "text[]" : "text"),
  parse: (value, definition, place) => (definition.multiple ? parseMany(value, definition, place) : parseOne(value, definition, place)),
  schema({ options, multiple }) {
    const option = { type: "string", enum: optionValues(options) };
    return multiple ? { type: "array", items: option, uniqueItems: true } : option;
  },
  sample({ options, multiple }) {
    const first = optionValues(options)[0];
    return multiple ? [first] : first;
  },
};
