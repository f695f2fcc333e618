/** Shapes of bodies and answers, and the JSON Schemas that the description tells of them. */
import { z } from "zod";
import type { JsonSchema } from "../json-schema.ts";

export type Shape = z.ZodType;

/** What JSON Schema says of a shape beside what zod knows, and the names of those that are components of the description. */
const notes = z.registry<Record<string, unknown>>();
const named = new Map<string, Shape>();

/** The shape as a component of the description. */
export function component<S extends Shape>(id: string, shape: S, note: JsonSchema = {}): S {
  named.set(id, shape);
  notes.add(shape, { ...note, id });
  return shape;
}

/** A shape with what JSON Schema says of it beside. */
export function noted<S extends Shape>(shape: S, note: JsonSchema): S {
  notes.add(shape, note);
  return shape;
}

/** The JSON Schema of a shape as it is sent; components are referred to by name. What is one already comes back as it is. */
export function toJsonSchema(shape: Shape | JsonSchema): JsonSchema {
  if (!(shape instanceof z.ZodType)) return shape;
  const { $schema: _, $defs: __, ...schema } = converted(shape);
  return schema;
}

/** The JSON Schemas of all components, by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  const schemas = [...named].map(([id, shape]) => [id, converted(shape)["$defs"]?.[id]]);
  return Object.fromEntries(schemas) as Record<string, JsonSchema>;
}

function converted(shape: Shape): JsonSchema & { readonly $defs?: Readonly<Record<string, JsonSchema>> } {
  const schema = z.toJSONSchema(shape, { metadata: notes, io: "input", override: ({ jsonSchema }) => simplify(jsonSchema) });
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** As readers and generators of clients understand it best: `type` with null, and no pattern that repeats the format. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  const [first, second, ...others] = schema.anyOf ?? [];
  if (first?.type && first.type !== "object" && second?.type === "null" && others.length === 0) {
    const { anyOf: _, ...rest } = schema;
    Object.assign(clear(schema), first, rest, { type: [first.type, "null"] });
  }
  if (schema.format === "date-time") delete schema.pattern;
  if (schema.default === null) delete schema.default;
  if (schema.const === true) Object.assign(schema, { enum: [true], const: undefined });
}

function clear(schema: object): object {
  for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key);
  return schema;
}
