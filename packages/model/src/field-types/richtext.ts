/** Formatted text, in three forms. */
import { isPlainObject, jsonProblem } from "../values/json-value.ts";
import { documentSample, documentSchema } from "../rich-text/document-schema.ts";
import { referInMarkdown } from "../rich-text/markdown-references.ts";
import { parseDocument } from "../rich-text/parse-document.ts";
import type { DefinitionOf, FieldTypeRule, JsonSchema, Nested, ParseContext } from "../field-type.ts";
import { readText, textSchema } from "./text.ts";

type RichText = DefinitionOf<"richtext">;

/** What distinguishes the formats. */
interface FormatRule {
  readonly column: "text" | "jsonb";
  parse(value: unknown, definition: RichText, context: ParseContext): unknown;
  schema(definition: RichText, nested: Nested): JsonSchema;
  sample(): unknown;
}

function parseRichBlocks(value: unknown, context: ParseContext): unknown {
  if (!Array.isArray(value)) return context.reject("must be an array of blocks");
  value.forEach((block, at) => {
    if (!isPlainObject(block) || typeof block["_type"] !== "string" || block["_type"] === "")
      context.reject("must be an object with a `_type`", String(at));
  });
  const problem = jsonProblem(value);
  return problem ? context.reject(problem) : normalTexts(value);
}

/** JSON with every text in it in NFC. */
function normalTexts(value: unknown): unknown {
  if (typeof value === "string") return value.normalize("NFC");
  if (Array.isArray(value)) return value.map(normalTexts);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, normalTexts(member)]));
}

function parseMarkdown(value: unknown, definition: RichText, context: ParseContext): unknown {
  const read = readText(value, definition, context);
  if (read !== undefined) referInMarkdown(read, definition, context);
  return read;
}

const BLOCK: JsonSchema = {
  type: "object",
  required: ["_type"],
  properties: { _type: { type: "string", minLength: 1 } },
  additionalProperties: true,
};

/** Every format by its name. */
const FORMATS: Readonly<Record<NonNullable<RichText["format"]>, FormatRule>> = {
  markdown: { column: "text", parse: parseMarkdown, schema: (definition) => textSchema(definition), sample: () => "Some **rich** text" },
  blocks: {
    column: "jsonb",
    parse: (value, _definition, context) => parseRichBlocks(value, context),
    schema: () => ({ type: "array", items: BLOCK }),
    sample: () => [{ _type: "paragraph", text: "Some text" }],
  },
  document: { column: "jsonb", parse: parseDocument, schema: documentSchema, sample: documentSample },
};

const formatOf = ({ format = "markdown" }: RichText): FormatRule => FORMATS[format];

/** Long text: Markdown, an array of any blocks from an editor, or a document of known nodes. */
export const richtext: FieldTypeRule<"richtext"> = {
  column: (definition) => formatOf(definition).column,
  parse: (value, definition, context) => formatOf(definition).parse(value, definition, context),
  schema: (definition, nested) => formatOf(definition).schema(definition, nested),
  sample: (definition) => formatOf(definition).sample(),
};
