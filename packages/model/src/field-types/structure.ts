/** Field types that contain other values: json, object, array, blocks. Each is stored in one jsonb column. */
import type { FieldDefinition } from "../definitions.ts";
import { isPlainObject, jsonProblem } from "../values/json-value.ts";
import { MAX_KEY_LENGTH, maxItemsOf } from "../limits.ts";
import { isRequired } from "../field-options.ts";
import { codePoints, isCleanText } from "../values/strings.ts";
import type { FieldTypeRule, JsonSchema, Nested, ParseContext } from "../field-type.ts";

/** Any JSON, stored unchanged. */
export const json: FieldTypeRule<"json"> = {
  column: () => "jsonb",
  parse(value, _definition, context) {
    const problem = jsonProblem(value);
    return problem ? context.reject(problem) : value;
  },
  schema: () => ({ description: "Any JSON, at most 256 KB and 32 levels deep." }),
  sample: () => ({ any: "JSON" }),
};

function objectSchema(fields: readonly FieldDefinition[], nested: Nested, own: Record<string, JsonSchema> = {}): JsonSchema {
  const visible = fields.filter((field) => !field.hidden);
  return {
    type: "object",
    properties: { ...own, ...Object.fromEntries(visible.map((field) => [field.name, nested.schema(field)])) },
    required: [...Object.keys(own), ...visible.filter(isRequired).map((field) => field.name)],
  };
}

function objectSample(fields: readonly FieldDefinition[], nested: Nested): Record<string, unknown> {
  return Object.fromEntries(fields.filter((field) => !field.hidden).map((field) => [field.name, nested.sample(field)]));
}

/** A group of fields. It is written as a whole: a missing member gets its default. */
export const object: FieldTypeRule<"object"> = {
  column: () => "jsonb",
  parse: (value, definition, context) =>
    isPlainObject(value) ? context.parseFields(definition.fields, value) : context.reject("must be an object"),
  schema: (definition, nested) => objectSchema(definition.fields, nested),
  sample: (definition, nested) => objectSample(definition.fields, nested),
};

function itemsOf(value: unknown, { min, max }: { min?: number; max?: number }, context: ParseContext): readonly unknown[] | undefined {
  const most = maxItemsOf({ max });
  if (!Array.isArray(value)) return context.reject("must be an array");
  if (value.length > most) return context.reject(`must have at most ${most} items`);
  if (min !== undefined && value.length < min) return context.reject(`must have at least ${min} items`);
  return value;
}

function sizeSchema({ min, max }: { min?: number; max?: number }): JsonSchema {
  return { ...(min !== undefined && { minItems: min }), maxItems: maxItemsOf({ max }) };
}

/** An array's `of` as a definition: items have no name of their own. */
export function itemDefinition(of: object): FieldDefinition {
  return { ...(of as FieldDefinition), name: "" };
}

/** A list of values of one kind. */
export const array: FieldTypeRule<"array"> = {
  column: () => "jsonb",
  parse(value, definition, context) {
    const item = itemDefinition(definition.of);
    return itemsOf(value, definition, context)?.map((member, at) => {
      return member === null ? context.reject("must not be null", String(at)) : context.parse(item, member, String(at));
    });
  },
  schema: (definition, nested) => ({
    type: "array",
    items: nested.schema({ ...itemDefinition(definition.of), required: true }),
    ...sizeSchema(definition),
  }),
  sample: (definition, nested) => Array.from({ length: definition.min ?? 1 }, () => nested.sample(itemDefinition(definition.of))),
};

function parseBlock(block: unknown, kinds: ReadonlyMap<string, readonly FieldDefinition[]>, context: ParseContext, below: string): unknown {
  if (!isPlainObject(block)) return context.reject("must be an object with a `_type`", below);
  const { _type: type, _key: key } = block;
  const fields = typeof type === "string" ? kinds.get(type) : undefined;
  if (!fields) return context.reject(`must be one of ${[...kinds.keys()].join(", ")}`, `${below}._type`);
  if (key !== undefined && key !== null && !isKey(key))
    return context.reject(`must be a string of 1 to ${MAX_KEY_LENGTH} characters`, `${below}._key`);
  return { _type: type, _key: key ?? context.makeKey(), ...context.parseFields(fields, block, below) };
}

function isKey(key: unknown): boolean {
  return typeof key === "string" && key !== "" && codePoints(key) <= MAX_KEY_LENGTH && isCleanText(key);
}

function repeatedKey(blocks: readonly unknown[]): number {
  const seen = new Set<unknown>();
  return blocks.findIndex((block) => {
    const key = isPlainObject(block) ? block["_key"] : undefined;
    return key !== undefined && key !== null && (seen.has(key) || !seen.add(key));
  });
}

/** A list of values of several named kinds; every item has a permanent key. */
export const blocks: FieldTypeRule<"blocks"> = {
  column: () => "jsonb",
  parse(value, definition, context) {
    const given = itemsOf(value, definition, context);
    if (!given) return undefined;
    const kinds = new Map(definition.blocks.map((block) => [block.name, block.fields]));
    const items = context.isStored ? given.filter((item) => isPlainObject(item) && kinds.has(String(item["_type"]))) : given;
    const twice = repeatedKey(items);
    if (twice >= 0) return context.reject("must not be the key of another item", `${twice}._key`);
    return items.map((item, at) => parseBlock(item, kinds, context, String(at)));
  },
  schema: (definition, nested) => ({
    type: "array",
    items: {
      oneOf: definition.blocks.map((block) =>
        objectSchema(block.fields, nested, {
          _type: { type: "string", const: block.name },
          _key: { type: "string", maxLength: MAX_KEY_LENGTH },
        }),
      ),
    },
    ...sizeSchema(definition),
  }),
  sample: (definition, nested) =>
    Array.from({ length: definition.min ?? 1 }, (_, at) => ({
      _type: definition.blocks[0]?.name,
      _key: `item-${at + 1}`,
      ...objectSample(definition.blocks[0]?.fields ?? [], nested),
    })),
};
