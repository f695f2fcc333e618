/** How the values of a field are compared in filters, conditions and orders. */
import type { RichTextFormat } from "./rich-text/document.ts";

/** The kind of the single values of each type; a list of values has another one. `json` is anything else inside jsonb. */
const KINDS = {
  text: "text",
  richtext: "text",
  slug: "text",
  number: "number",
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  select: "choice",
  email: "text",
  url: "text",
  color: "text",
  json: "json",
  object: "json",
  array: "json",
  blocks: "json",
  relation: "id",
  image: "id",
  video: "id",
  file: "id",
} as const;
type FieldType = keyof typeof KINDS;

/** `choices` is a multiple select, `links` a to-many relation. */
export type Kind = (typeof KINDS)[FieldType] | "integer" | "choices" | "links";

/** The kinds of fields that have one value, by which records can be sorted. */
export type SingleKind = Exclude<Kind, "json" | "choices" | "links">;

/** The options of a definition that determine its kind. */
interface Compared {
  readonly type: FieldType;
  readonly format?: RichTextFormat;
  readonly integer?: boolean;
  readonly multiple?: boolean;
  readonly many?: boolean;
}

/** The kind of a field by its definition. */
export function kindOfDefinition({ type, format, integer, multiple, many }: Compared): Kind {
  if (many) return "links";
  if (multiple) return "choices";
  if (format === "blocks" || format === "document") return "json";
  return integer ? "integer" : KINDS[type];
}

/** The same for the type of a definition. */
export type KindOf<F> = F extends { readonly many: true }
  ? "links"
  : F extends { readonly multiple: true }
    ? "choices"
    : F extends { readonly format: "blocks" | "document" }
      ? "json"
      : F extends { readonly type: infer T extends FieldType }
        ? (typeof KINDS)[T]
        : never;
