import type { FieldDefinition, FieldType, ReverseDefinition } from "@colophon/config";
import type { Rows } from "./table.ts";

/** A boolean has the options of every field and none of its own. */
type Common = Extract<FieldDefinition, { type: "boolean" }>;
type Media = "image" | "video" | "file";
type Own<T extends FieldType> = Rows<Omit<Extract<FieldDefinition, { type: T extends Media ? Media : T }>, keyof Common>>;

export const COMMON: Rows<Common> = {
  name: ["string", "required", "Letters and digits, at most 48."],
  type: ["a type", "required", "See [Types of fields](#types-of-fields)."],
  title: ["string", "", "The name for people."],
  description: ["string", "", "A text for people."],
  required: ["boolean", "false", "The value can't be empty. With `admin.condition`: only where that holds."],
  unique: ["boolean", "false", "No two records share the value; per locale where the entity is translatable. For fields with one value."],
  searchable: ["boolean", "false", "Found by `/api/search` and `q=`."],
  index: ["boolean", "false", "Lists that filter or sort by the field use an index."],
  default: ["a value", "", "For records that are created without the field, and for records that exist when the field is new."],
  immutable: ["boolean", "false", "The value can't change after the record was created."],
  hidden: ["boolean", "false", "The value never leaves the API."],
  shared: [
    "boolean",
    "false",
    "All translations of a record have the same value; see [Translations](../guide/translations.md#shared-fields).",
  ],
  validate: [
    "function",
    "",
    "Takes `(value, { field, entity, data })`, returns `true` or a sentence that says what is wrong. May be `async`.",
  ],
  admin: ["object", "", "See [Admin of a field](#admin-of-a-field)."],
  renamedFrom: ["string", "", "The name before: the column is renamed instead of dropped."],
};

const LENGTHS = { min: ["number", "", "The fewest members."], max: ["number", "500", "The most members."] } as const;
const ON_DELETE = [
  "setNull, restrict, cascade",
  "setNull",
  "What happens to this record when the other one is deleted; `restrict` where `required`.",
] as const;
const MANY = {
  many: ["boolean", "false", "Several, in their order."],
  min: ["number", "", "The fewest, with `many`."],
  max: ["number", "", "The most, with `many`."],
  onDelete: ON_DELETE,
} as const;
const MEDIA = {
  ...MANY,
  accept: ["string[]", "", "MIME types that may be chosen."],
  maxBytes: ["number", "", "The largest file that may be chosen."],
} as const;
const RANGE = { min: ["string", "", "The first value."], max: ["string", "", "The last value."] } as const;

export const BY_TYPE: { readonly [T in FieldType]: Own<T> } = {
  text: {
    minLength: ["number", "", "The fewest characters."],
    maxLength: ["number", "", "The most characters."],
    pattern: ["string, or RegExp", "", "Matched in linear time; without look-around and back-references."],
    multiline: ["boolean", "false", "Line breaks are allowed in the form."],
  },
  richtext: { format: ["markdown, blocks", "markdown", "A text, or an array of blocks."] },
  slug: { from: ["a text field", "", "A slug that is left out is made from this field, with `-2`, `-3` where it is taken."] },
  number: {
    min: ["number", "", "The least value."],
    max: ["number", "", "The greatest value."],
    integer: ["boolean", "false", "Whole numbers only."],
  },
  boolean: {},
  date: RANGE,
  datetime: RANGE,
  select: {
    options: ["(string, or { value, label })[]", "required", "The values that may be chosen."],
    multiple: ["boolean", "false", "Several values."],
  },
  email: {},
  url: {},
  color: {},
  json: {},
  object: { fields: ["field[]", "required", "Its members; at most 5 levels deep."] },
  array: { of: ["a field without name", "required", "What its members are."], ...LENGTHS },
  blocks: { blocks: ["{ name, title, fields }[]", "required", "The kinds of blocks."], ...LENGTHS },
  relation: { to: ["an entity", "required", "The entity, or `_user`, `_image`, `_video`, `_file`."], ...MANY },
  image: MEDIA,
  video: MEDIA,
  file: MEDIA,
};

export const REVERSE: Rows<ReverseDefinition> = {
  name: ["string", "required", "Letters and digits."],
  type: ["reverse", "required", "The records of another entity that refer to this one."],
  from: ["an entity", "required", "The other entity."],
  field: ["a relation", "required", "Its relation to this entity."],
  title: ["string", "", "The name for people."],
  description: ["string", "", "A text for people."],
  hidden: ["boolean", "false", "It never leaves the API."],
  admin: ["object", "", "See [Admin of a field](#admin-of-a-field)."],
};
