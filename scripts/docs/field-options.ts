import type { FieldDefinition, FieldType, ReverseDefinition } from "@colophon/config";
import { MAX_ITEMS } from "@colophon/model";
import type { Rows } from "./table.ts";

/** A boolean has only the options that every field has. */
type Common = Extract<FieldDefinition, { type: "boolean" }>;
type Media = "image" | "video" | "file";
type Own<T extends FieldType> = Rows<Omit<Extract<FieldDefinition, { type: T extends Media ? Media : T }>, keyof Common>>;

export const COMMON: Rows<Common> = {
  name: ["string", "required", "Letters and digits, at most 48."],
  type: ["a type", "required", "See [Types of fields](#types-of-fields)."],
  title: ["string", "", "The displayed name."],
  description: ["string", "", "The displayed description."],
  required: ["boolean", "false", "The value can't be empty. With `admin.condition`, this applies only if the condition is true."],
  unique: [
    "boolean",
    "false",
    "Values are unique among all records; per locale if the entity is translatable. For fields with a single value.",
  ],
  searchable: ["boolean", "false", "`/api/search` and `q=` search this field."],
  index: ["boolean", "false", "Creates an index for lists that filter or sort by the field."],
  default: ["a value", "", "The value for records that are created without the field, and for existing records when the field is added."],
  immutable: ["boolean", "false", "The value can't change after the record was created."],
  hidden: ["boolean", "false", "Answers never contain the value."],
  shared: [
    "boolean",
    "false",
    "All translations of a record have the same value; see [Translations](../guide/translations.md#shared-fields).",
  ],
  validate: ["function", "", "Takes `(value, { field, entity, data })`, returns `true` or an error message. Can be `async`."],
  admin: ["object", "", "See [Admin of a field](#admin-of-a-field)."],
  renamedFrom: ["string", "", "The previous name. The values are kept, also inside objects, arrays and blocks. Blocks have it, too."],
};

const LENGTHS = {
  min: ["number", "", "The minimum number of items."],
  max: ["number", String(MAX_ITEMS), "The maximum number of items."],
} as const;
const ON_DELETE = [
  "setNull, restrict, cascade",
  "setNull",
  "The effect on this record when the other record is deleted. The default is `restrict` for required fields.",
] as const;
const MANY = {
  many: ["boolean", "false", "Several records, in a fixed order."],
  min: ["number", "", "The minimum number, with `many`."],
  max: ["number", "", "The maximum number, with `many`."],
  onDelete: ON_DELETE,
} as const;
const MEDIA = {
  ...MANY,
  accept: ["string[]", "", "The allowed MIME types."],
  maxBytes: ["number", "", "The maximum size of the file."],
} as const;
const RANGE = { min: ["string", "", "The earliest value."], max: ["string", "", "The latest value."] } as const;

export const BY_TYPE: { readonly [T in FieldType]: Own<T> } = {
  text: {
    minLength: ["number", "", "The minimum number of characters."],
    maxLength: ["number", "", "The maximum number of characters."],
    pattern: ["string, or RegExp", "", "A regular expression, matched in linear time. Look-around and back-references are not allowed."],
    multiline: ["boolean", "false", "Line breaks are allowed in the form."],
  },
  richtext: {
    format: [
      "markdown, blocks, document",
      "markdown",
      "A text, an array of any blocks, or a checked document; see [Rich text](../guide/rich-text.md).",
    ],
    nodes: ["string[]", "all", "Of documents: the nodes that may occur. Paragraphs always may."],
    marks: ["string[]", "all", "Of documents: the marks that may occur."],
    embeds: [
      "entities",
      "",
      "The entities that the text may refer to. Documents: all collections by default. Markdown: no references are checked without it.",
    ],
    accept: ["string[]", "", "The allowed MIME types of images."],
    blocks: ["{ name, title, fields }[]", "", "Of documents: the project's own blocks, which stand between paragraphs."],
  },
  slug: {
    from: [
      "a text field, or a list",
      "",
      'If no slug is sent, it is generated from these fields in their order, with `-2`, `-3` … if the slug exists. A path leads into an object or through a relation to one: `["title", "venue.name"]`.',
    ],
  },
  number: {
    min: ["number", "", "The minimum value."],
    max: ["number", "", "The maximum value."],
    integer: ["boolean", "false", "Whole numbers only."],
  },
  boolean: {},
  date: RANGE,
  datetime: RANGE,
  select: {
    options: ["(string, or { value, label })[]", "required", "The allowed values."],
    multiple: ["boolean", "false", "Several values."],
  },
  email: {},
  url: {},
  color: {},
  json: {},
  object: { fields: ["field[]", "required", "The members; at most 5 levels deep."] },
  array: { of: ["a field without name", "required", "The definition of the items."], ...LENGTHS },
  blocks: { blocks: ["{ name, title, fields }[]", "required", "The block types."], ...LENGTHS },
  relation: { to: ["an entity", "required", "The entity, or `_user`, `_image`, `_video`, `_file`."], ...MANY },
  image: MEDIA,
  video: MEDIA,
  file: MEDIA,
};

export const REVERSE: Rows<ReverseDefinition> = {
  name: ["string", "required", "Letters and digits."],
  type: ["reverse", "required", "The records of another entity that refer to this one."],
  from: ["an entity", "required", "The other entity."],
  field: [
    "a relation, or a path",
    "required",
    "The relation to this entity, or the path to a reference inside objects, arrays and blocks.",
  ],
  title: ["string", "", "The displayed name."],
  description: ["string", "", "The displayed description."],
  hidden: ["boolean", "false", "Answers never contain the field."],
  admin: ["object", "", "See [Admin of a field](#admin-of-a-field)."],
};
