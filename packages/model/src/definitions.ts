/** The definitions of fields, as a project writes them in its configuration. */
import type { FieldOptions, OfType, UniqueOption } from "./common-options.ts";
import type { FieldAdmin } from "./field-admin.ts";
import type { ChosenNode, MarkName, RichTextFormat } from "./rich-text/document.ts";

export type SelectOption = string | { value: string; label: string };
export type ArrayItem = DistributiveOmit<FieldDefinition, "name"> & { name?: never };
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export type FieldDefinition = FieldOptions & OfType & (SlugOptions | (UniqueOption & TypeOptions));

interface SlugOptions {
  type: "slug";
  /**
   * A text field, or a list of them. If no slug is sent, it is generated from these fields in their order, with `-2`, `-3` … if the slug
   * exists. A path leads into an object or through a relation to one: `["title", "venue.name"]`.
   */
  from?: string | readonly string[];
  /**
   * A slug is always unique: in its entity (per locale if that is translatable), or with `global` over all locales too.
   * @default "entity"
   */
  unique?: "entity" | "global";
}

export interface BlockDefinition {
  name: string;
  title?: string;
  /** The name this block had before: its items are kept. */
  renamedFrom?: string;
  fields: readonly FieldDefinition[];
}

interface TextOptions {
  type: "text";
  /** The minimum number of characters. */
  minLength?: number;
  /** The maximum number of characters. */
  maxLength?: number;
  /** A regular expression, matched in linear time. Look-around and back-references are not allowed. */
  pattern?: string | RegExp;
  /**
   * Line breaks are allowed in the form.
   * @default false
   */
  multiline?: boolean;
}
interface RichTextOptions {
  type: "richtext";
  /**
   * A text, an array of any blocks, or a checked document; see [Rich text](docs/guide/rich-text.md).
   * @default "markdown"
   */
  format?: RichTextFormat;
  /** Of documents: the nodes that may occur; all, if it is left out. Paragraphs always may. */
  nodes?: readonly ChosenNode[];
  /** Of documents: the marks that may occur; all, if it is left out. */
  marks?: readonly MarkName[];
  /** The entities that the text may refer to. Documents: all collections by default. Markdown: no references are checked without it. */
  embeds?: readonly string[];
  /** The allowed MIME types of images. */
  accept?: readonly string[];
  /** Of documents: the project's own blocks, which stand between paragraphs. */
  blocks?: readonly BlockDefinition[];
}
interface NumberOptions {
  type: "number";
  /** The minimum value. */
  min?: number;
  /** The maximum value. */
  max?: number;
  /**
   * Whole numbers only.
   * @default false
   */
  integer?: boolean;
}
interface TimeOptions {
  type: "date" | "datetime";
  /** The earliest value. */
  min?: string;
  /** The latest value. */
  max?: string;
}
interface SelectOptions {
  type: "select";
  /** The allowed values. */
  options: readonly SelectOption[];
  /**
   * Several values.
   * @default false
   */
  multiple?: boolean;
}
interface ObjectOptions {
  type: "object";
  /** The members; at most 5 levels deep. */
  fields: readonly FieldDefinition[];
}
interface Items {
  /** The minimum number of items. */
  min?: number;
  /**
   * The maximum number of items.
   * @default 500
   */
  max?: number;
}
interface ArrayOptions extends Items {
  type: "array";
  /** The definition of the items: a field without `name`. */
  of: any;
}
interface BlocksOptions extends Items {
  type: "blocks";
  /** The block types. */
  blocks: readonly BlockDefinition[];
}

/** What happens to a record when one that it refers to is deleted. */
export const ON_DELETE = ["setNull", "restrict", "cascade"] as const;
export type OnDelete = (typeof ON_DELETE)[number];

interface ReferenceOptions {
  /**
   * Several records, in a fixed order.
   * @default false
   */
  many?: boolean;
  /** The minimum number, with `many`. */
  min?: number;
  /** The maximum number, with `many`. */
  max?: number;
  /**
   * The effect on this record when the other record is deleted. The default is `restrict` for required fields.
   * @default "setNull"
   */
  onDelete?: OnDelete;
}
interface RelationOptions extends ReferenceOptions {
  type: "relation";
  /** The entity, or `_user`, `_image`, `_video`, `_file`. */
  to: string;
}
interface MediaOptions extends ReferenceOptions {
  type: "image" | "video" | "file";
  /** The allowed MIME types. */
  accept?: readonly string[];
  /** The maximum size of the file. */
  maxBytes?: number;
}

type TypeOptions =
  | TextOptions
  | RichTextOptions
  | NumberOptions
  | { type: "boolean" }
  | TimeOptions
  | SelectOptions
  | { type: "email" }
  | { type: "url" }
  | { type: "color" }
  | { type: "json" }
  | ObjectOptions
  | ArrayOptions
  | BlocksOptions
  | RelationOptions
  | MediaOptions;
export type FieldType = FieldDefinition["type"];

/** The records of another entity that refer to this one. Nothing is stored for it. */
export interface ReverseDefinition {
  /** Letters and digits. */
  name: string;
  /** The records of another entity that refer to this one. */
  type: "reverse";
  /** The other entity. */
  from: string;
  /** The relation to this entity, or the path to a reference inside objects, arrays and blocks: `ingredients.ingredient`. */
  field: string;
  /** The displayed name. */
  title?: string;
  /** The displayed description. */
  description?: string;
  /**
   * Answers never contain the field.
   * @default false
   */
  hidden?: boolean;
  /** How the admin page shows the field. */
  admin?: FieldAdmin;
}
/** A field of an entity itself. */
export type EntityFieldDefinition = FieldDefinition | ReverseDefinition;
