/** How the values of a field are compared in filters and conditions. */
import type { FieldDefinition } from "./definitions.ts";

/** `choices` is a multiple select, `links` a to-many relation, `json` anything else inside jsonb. */
export type Kind = "text" | "choice" | "integer" | "number" | "boolean" | "date" | "datetime" | "id" | "choices" | "links" | "json";

const KINDS = {
  text: () => "text",
  richtext: (d) => (d.format === "blocks" ? "json" : "text"),
  slug: () => "text",
  number: (d) => (d.integer ? "integer" : "number"),
  boolean: () => "boolean",
  date: () => "date",
  datetime: () => "datetime",
  select: (d) => (d.multiple ? "choices" : "choice"),
  email: () => "text",
  url: () => "text",
  color: () => "text",
  json: () => "json",
  object: () => "json",
  array: () => "json",
  blocks: () => "json",
  relation: (d) => (d.many ? "links" : "id"),
  image: (d) => (d.many ? "links" : "id"),
  video: (d) => (d.many ? "links" : "id"),
  file: (d) => (d.many ? "links" : "id"),
} satisfies { [T in FieldDefinition["type"]]: (definition: FieldDefinition & { type: T }) => Kind };

/** The kind of a field by its definition. */
export function kindOfDefinition(definition: FieldDefinition): Kind {
  return (KINDS[definition.type] as (of: FieldDefinition) => Kind)(definition);
}
