/** The definitions of fields, as a project writes them in its configuration. */
import type { FilterValue } from "./operators.ts";
import type { ChosenNode, MarkName, RichTextFormat } from "./rich-text/document.ts";

/** Keys for other admin interfaces. */
export interface OtherWords {
  readonly [word: string]: unknown;
}

/** A filter over fields, in the syntax of permission filters. */
export type AdminFilter = Readonly<Record<string, FilterValue>>;

export interface FieldAdmin extends OtherWords {
  readonly widget?: string;
  readonly placeholder?: string;
  readonly help?: string;
  readonly readOnly?: boolean;
  readonly width?: string | number;
  /** Over fields of the same level, without variables. If it is false, the field isn't shown. */
  readonly condition?: AdminFilter;
}

export type FieldValidator = (
  value: any,
  context: { field: string; entity: string; data: Record<string, unknown> },
) => true | string | Promise<true | string>;

export interface FieldOptions {
  name: string;
  title?: string;
  description?: string;
  required?: boolean;
  searchable?: boolean;
  default?: unknown;
  index?: boolean;
  immutable?: boolean;
  hidden?: boolean;
  /** Of a translatable entity: all translations of a record have the same value. */
  shared?: boolean;
  validate?: FieldValidator;
  admin?: FieldAdmin;
  /** The name this field had before: its values are kept. */
  renamedFrom?: string;
}

export type SelectOption = string | { value: string; label: string };
export type ArrayItem = DistributiveOmit<FieldDefinition, "name"> & { name?: never };
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export type FieldDefinition = FieldOptions & (SlugOptions | ({ unique?: boolean } & TypeOptions));

/** A slug is always unique: in its entity (per locale if that is translatable), or over all locales too. */
interface SlugOptions {
  type: "slug";
  /** Text fields, in their order: by name, or by a path into an object or through a relation to one. */
  from?: string | readonly string[];
  unique?: "entity" | "global";
}

export interface BlockDefinition {
  name: string;
  title?: string;
  /** The name this block had before: its items are kept. */
  renamedFrom?: string;
  fields: readonly FieldDefinition[];
}

interface RichTextOptions {
  format?: RichTextFormat;
  /** Of documents: the nodes that may occur; all, if it is left out. Paragraphs always may. */
  nodes?: readonly ChosenNode[];
  /** Of documents: the marks that may occur; all, if it is left out. */
  marks?: readonly MarkName[];
  /** The entities that the text may refer to: for documents all collections, if it is left out; for Markdown then none. */
  embeds?: readonly string[];
  /** Media types of images. */
  accept?: readonly string[];
  /** Of documents: the project's own blocks, between paragraphs. */
  blocks?: readonly BlockDefinition[];
}

type TypeOptions =
  | { type: "text"; minLength?: number; maxLength?: number; pattern?: string | RegExp; multiline?: boolean }
  | ({ type: "richtext" } & RichTextOptions)
  | { type: "number"; min?: number; max?: number; integer?: boolean }
  | { type: "boolean" }
  | { type: "date"; min?: string; max?: string }
  | { type: "datetime"; min?: string; max?: string }
  | { type: "select"; options: readonly SelectOption[]; multiple?: boolean }
  | { type: "email" }
  | { type: "url" }
  | { type: "color" }
  | { type: "json" }
  | { type: "object"; fields: readonly FieldDefinition[] }
  | { type: "array"; of: any; min?: number; max?: number }
  | { type: "blocks"; blocks: readonly BlockDefinition[]; min?: number; max?: number }
  | { type: "relation"; to: string; many?: boolean; min?: number; max?: number; onDelete?: "setNull" | "restrict" | "cascade" }
  | {
      type: "image" | "video" | "file";
      many?: boolean;
      min?: number;
      max?: number;
      accept?: readonly string[];
      maxBytes?: number;
      onDelete?: "setNull" | "restrict" | "cascade";
    };
export type FieldType = FieldDefinition["type"];

/** The records of another entity that refer to this one. Nothing is stored for it. */
export interface ReverseDefinition {
  name: string;
  type: "reverse";
  /** The other entity. */
  from: string;
  /** The relation to this entity, or the path to a reference inside objects, arrays and blocks: `ingredients.ingredient`. */
  field: string;
  title?: string;
  description?: string;
  hidden?: boolean;
  admin?: FieldAdmin;
}
/** A field of an entity itself. */
export type EntityFieldDefinition = FieldDefinition | ReverseDefinition;
