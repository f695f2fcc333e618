/** Shapes of bodies and answers, and their JSON Schemas in the API description. */
import { z } from "zod";
import type { JsonSchema } from "@colophon/model";

export type Shape = z.ZodType;

/** Additional keywords of a shape's JSON Schema that zod doesn't know, and the names of shapes that are components of the description. */
const notes = z.registry<Record<string, unknown>>();
const named = new Map<string, Shape>();

/** The shape as a component of the description. */
export function component<S extends Shape>(id: string, shape: S, note: JsonSchema = {}): S {
  named.set(id, shape);
  notes.add(shape, { ...note, id });
  return shape;
}

/** A copy of the shape with additional JSON Schema keywords; other places use the same shape without them. */
export function noted<S extends Shape>(shape: S, note: JsonSchema): S {
  const copy = shape.clone();
  notes.add(copy, note);
  return copy;
}

/** The JSON Schema of a shape as it is sent; components are referenced by name. A JSON Schema is returned unchanged. */
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

/** In the form that readers and client generators understand best: `type` with null, and no pattern that repeats the format. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  const [first, second, ...others] = schema.anyOf ?? [];
  if (first?.type && first.type !== "object" && second?.type === "null" && others.length === 0) {
    const { anyOf: _, ...rest } = schema;
    const { const: only, ...values } = first;
    const allowed = only === undefined ? first.enum : [only];
    Object.assign(clear(schema), values, rest, { type: [first.type, "null"], ...(allowed && { enum: [...allowed, null] }) });
  }
  if (schema.format === "date-time") delete schema.pattern;
  if (schema.default === null) delete schema.default;
  if (schema.const === true) Object.assign(schema, { enum: [true], const: undefined });
}

function clear(schema: object): object {
  for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key);
  return schema;
}

export const text = z.string();
export const id = noted(z.string(), { format: "uuid" });
export const time = noted(z.string(), { format: "date-time" });
export const timeOrNull = noted(z.string().nullable(), { format: "date-time" });

/** A text that PostgreSQL can store: no NUL, and no unpaired surrogate. */
export const storableText = (field: string) =>
  z
    .string(`${field} must be a text`)
    .refine((value) => !value.includes("\0") && value.isWellFormed(), `${field} holds a character that can't be stored`);
