/** A choice among options that the configuration lists. */
import { optionValues } from "../field-options.ts";
import type { DefinitionOf, FieldTypeRule, ParseContext } from "../field-type.ts";

function parseOne(value: unknown, definition: DefinitionOf<"select">, context: ParseContext, below?: string): string | undefined {
  const allowed = optionValues(definition.options);
  const read = typeof value === "string" ? value.normalize("NFC") : null;
  return read !== null && allowed.includes(read) ? read : context.reject(`must be one of ${allowed.join(", ")}`, below);
}

function parseMany(value: unknown, definition: DefinitionOf<"select">, context: ParseContext): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return context.reject("must be an array");
  const read = value.map((item, at) =>
    context.isUnchanged(String(at)) ? (item as unknown) : parseOne(item, definition, context, String(at)),
  );
  if (new Set(read).size < read.length && !read.includes(undefined)) return context.reject("must not name an option twice");
  return read;
}

/** One option, or several if `multiple` is set. */
export const select: FieldTypeRule<"select"> = {
  column: ({ multiple }) => (multiple ? "text[]" : "text"),
  parse: (value, definition, context) =>
    definition.multiple ? parseMany(value, definition, context) : parseOne(value, definition, context),
  schema({ options, multiple }) {
    const option = { type: "string", enum: optionValues(options) };
    return multiple ? { type: "array", items: option, uniqueItems: true } : option;
  },
  sample({ options, multiple }) {
    const first = optionValues(options)[0];
    return multiple ? [first] : first;
  },
};
