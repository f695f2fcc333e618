import * as z from "zod";
import { FIELD_TYPES, MAX_ITEMS, ON_DELETE, RICH_TEXT_FORMATS, isPlainObject } from "@colophon/model";
import type { FieldDefinition, FieldType } from "@colophon/model";

/** Any function. */
export const callable = (what: string) =>
  z.custom<(...args: never[]) => unknown>((value) => typeof value === "function", `Make ${what} a function.`);

/** Options for an admin interface: known ones are checked elsewhere, others are passed on; functions are not sent. */
export const adminOptions = ({ orFalse = false } = {}) =>
  z
    .custom<Record<string, unknown> | false>(
      (value) => isPlainObject(value) || (orFalse && value === false),
      `Make admin an object${orFalse ? ", or false" : ""}.`,
    )
    .refine((value) => isSendable(value, []), "Remove BigInts and circular references from admin: it is sent as JSON.");

function isSendable(value: unknown, around: readonly object[]): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "bigint";
  return !around.includes(value) && Object.values(value).every((member) => isSendable(member, [...around, value]));
}

const count = () => z.int().min(0);
const nodes = () => z.array(z.unknown());

/** A shape for each option of a definition: a missing or unknown one is a compile error. */
type ShapeOf<Definition> = { readonly [Option in keyof Definition]-?: z.ZodType };
type DefinitionOf<T extends FieldType> = FieldDefinition extends infer D
  ? D extends { type: infer Types }
    ? T extends Types
      ? D
      : never
    : never
  : never;
/** A boolean has only the options that every field has. */
type Common = DefinitionOf<"boolean">;

const common = {
  type: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  searchable: z.boolean().optional(),
  default: z.unknown().optional(),
  immutable: z.boolean().optional(),
  hidden: z.boolean().optional(),
  shared: z.boolean().optional(),
  index: z.boolean().optional(),
  unique: z.boolean().optional(),
  validate: callable("validate").optional(),
  admin: adminOptions().optional(),
  renamedFrom: z.string().optional(),
} satisfies ShapeOf<Omit<Common, "name">>;
const onDelete = z.enum(ON_DELETE).optional();
const reference = { many: z.boolean().optional(), min: count().optional(), max: z.int().min(1).optional(), onDelete };
const media = { ...reference, accept: z.array(z.string()).min(1).optional(), maxBytes: z.int().min(1).optional() };
const size = { min: count().max(MAX_ITEMS).optional(), max: z.int().min(1).max(MAX_ITEMS).optional() };
const period = { min: z.string().optional(), max: z.string().optional() };
const option = z.union([z.string(), z.strictObject({ value: z.string(), label: z.string() })], {
  error: 'Write each option as a text, or as { value: "…", label: "…" }.',
});

const own = {
  text: {
    minLength: count().optional(),
    maxLength: z.int().min(1).optional(),
    pattern: z.union([z.string(), z.instanceof(RegExp)], { error: "Make pattern a text or a regular expression." }).optional(),
    multiline: z.boolean().optional(),
  },
  richtext: {
    format: z.enum(RICH_TEXT_FORMATS).optional(),
    nodes: z.array(z.string()).optional(),
    marks: z.array(z.string()).optional(),
    embeds: z.array(z.string()).optional(),
    accept: media.accept,
    blocks: nodes().min(1).optional(),
  },
  slug: {
    from: z
      .union([z.string(), z.array(z.string()).min(1)], { error: "Name a text field, or list text fields in the order of the slug." })
      .optional(),
    unique: z
      .union([z.literal("entity"), z.literal("global"), z.literal(true)], { error: 'Use "entity" or "global": a slug is always unique.' })
      .optional(),
  },
  number: { min: z.number().optional(), max: z.number().optional(), integer: z.boolean().optional() },
  boolean: {},
  date: period,
  datetime: period,
  select: { options: z.array(option).min(1), multiple: z.boolean().optional() },
  email: {},
  url: {},
  color: {},
  json: {},
  object: { fields: nodes().min(1) },
  array: { of: z.custom<object>(isPlainObject, 'Describe the items by a field without a name, such as { type: "text" }.'), ...size },
  blocks: { blocks: nodes().min(1), ...size },
  relation: { to: z.string(), ...reference },
  image: media,
  video: media,
  file: media,
} satisfies { readonly [T in FieldType]: ShapeOf<Omit<DefinitionOf<T>, Exclude<keyof Common, T extends "slug" ? "unique" : never>>> };

/** The names of all field types. */
export const FIELD_TYPE_NAMES = Object.keys(FIELD_TYPES) as readonly FieldType[];

const named = { name: z.string() };

type Shape = z.ZodObject<z.ZodRawShape>;

function shapesWith(extra: z.ZodRawShape): Readonly<Record<FieldType, Shape>> {
  const shapeOf = (type: FieldType): Shape => z.strictObject({ ...extra, ...common, ...own[type] });
  return Object.fromEntries(FIELD_TYPE_NAMES.map((type) => [type, shapeOf(type)])) as Record<FieldType, Shape>;
}

/** The options of a field by its type; all others are refused. */
export const FIELD_SHAPES = shapesWith(named);

/** The options of an array's `of`: a field without a name. */
export const ITEM_SHAPES = shapesWith({});

/** The options of one kind of block. */
export const BLOCK_SHAPE = z.strictObject({ ...named, title: z.string().optional(), renamedFrom: z.string().optional(), fields: nodes() });
