/** Field types that point to rows of another entity: relation, image, video, file. */
import { MAX_REFERENCES } from "../limits.ts";
import { isUuid } from "../values/strings.ts";
import type { DefinitionOf, FieldTypeRule, JsonSchema, ParseContext } from "../field-type.ts";

type ReferenceType = "relation" | "image" | "video" | "file";
interface Target {
  readonly entity: string;
  readonly accept: readonly string[] | null;
  readonly maxBytes: number | null;
}
type Definition = DefinitionOf<ReferenceType>;

const SAMPLE_ID = "01890a5d-ac96-774b-bcce-b302099a8057";

function targetOf(definition: Definition): Target {
  if (definition.type === "relation") return { entity: definition.to, accept: null, maxBytes: null };
  return { entity: `_${definition.type}`, accept: definition.accept ?? null, maxBytes: definition.maxBytes ?? null };
}

function parseId(value: unknown, target: Target, context: ParseContext, below?: string): string | undefined {
  if (!isUuid(value)) return context.reject("must be the id of a record", below);
  const id = value.toLowerCase();
  context.refer({ ...target, id }, below);
  return id;
}

function parseIds(value: unknown, definition: Definition, context: ParseContext): readonly unknown[] | undefined {
  const { min, max = MAX_REFERENCES } = definition;
  if (!Array.isArray(value)) return context.reject("must be an array of ids");
  if (value.length > max) return context.reject(`must have at most ${max} items`);
  if (min !== undefined && value.length < min) return context.reject(`must have at least ${min} items`);
  const target = targetOf(definition);
  const ids = value.map((item, at) => parseId(item, target, context, String(at)));
  const twice = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) < at);
  return twice < 0 ? ids : context.reject("must not name the same record twice", String(twice));
}

function schemaOf({ many, min, max }: Definition): JsonSchema {
  const id = { type: "string", format: "uuid" };
  if (!many) return id;
  return { type: "array", items: id, uniqueItems: true, ...(min !== undefined && { minItems: min }), maxItems: max ?? MAX_REFERENCES };
}

const rule: FieldTypeRule<ReferenceType> = {
  column: ({ many }) => (many ? null : "uuid"),
  parse: (value, definition, context) =>
    definition.many ? parseIds(value, definition, context) : parseId(value, targetOf(definition), context),
  schema: schemaOf,
  sample: ({ many }) => (many ? [SAMPLE_ID] : SAMPLE_ID),
};

/** The id of one record of another entity, or with `many` the ids of several, in order. */
export const relation: FieldTypeRule<"relation"> = rule;
/** The id of an uploaded image. */
export const image: FieldTypeRule<"image"> = rule;
/** The id of an uploaded video. */
export const video: FieldTypeRule<"video"> = rule;
/** The id of an uploaded file of any kind. */
export const file: FieldTypeRule<"file"> = rule;
