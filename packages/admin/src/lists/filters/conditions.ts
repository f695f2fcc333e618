import type { EntityFieldDefinition } from "@colophon/config";
import { isMany } from "../fields.ts";

/** One condition of a list, in the URL as `filter[section][$in]=news,culture`. */
export interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly value: string;
}
/** A condition without its field. */
export type FieldCondition = Omit<Condition, "path">;
export interface FilterControlProps {
  readonly field: EntityFieldDefinition;
  readonly label: string;
  readonly conditions: readonly FieldCondition[];
  readonly onChange: (conditions: readonly FieldCondition[]) => void;
}
/** The kind of control that filters a field. */
export type FilterKind = "text" | "range" | "choice" | "boolean" | "relation" | "presence";

const NAME = /^filter\[([^\]]+)\]\[(\$\w+)\]$/;
const LISTS: ReadonlySet<string> = new Set(["$in", "$notIn", "$between", "$has", "$hasAny", "$hasAll"]);

const KINDS: Readonly<Partial<Record<EntityFieldDefinition["type"], FilterKind>>> = {
  text: "text",
  slug: "text",
  richtext: "text",
  email: "text",
  url: "text",
  color: "text",
  number: "range",
  date: "range",
  datetime: "range",
  boolean: "boolean",
  select: "choice",
  relation: "relation",
  image: "presence",
  video: "presence",
  file: "presence",
  json: "presence",
  array: "presence",
  blocks: "presence",
};

/** The kind of control for a field; undefined if it can't be filtered. */
export function filterKindOf(field: EntityFieldDefinition): FilterKind | undefined {
  if (field.type === "richtext" && field.format === "blocks") return "presence";
  if (KINDS[field.type] === "presence" && isMany(field)) return undefined;
  return KINDS[field.type];
}

/** The operator that matches any of several values. */
export function anyOperatorOf(field: EntityFieldDefinition): "$in" | "$hasAny" {
  return isMany(field) ? "$hasAny" : "$in";
}

/** The conditions in the URL's parameters; other parameters are ignored. */
export function conditionsIn(search: Readonly<Record<string, unknown>>): readonly Condition[] {
  return Object.entries(search).flatMap(([name, value]) => {
    const [, path, operator] = NAME.exec(name) ?? [];
    return path !== undefined && operator !== undefined && typeof value === "string" ? [{ path, operator, value }] : [];
  });
}

/** The URL's parameters with the conditions of one field replaced, at the first page. */
export function withConditions(
  search: Readonly<Record<string, string>>,
  path: string,
  conditions: readonly FieldCondition[],
): Record<string, string> {
  const others = Object.entries(search).filter(([name]) => name !== "cursor" && NAME.exec(name)?.[1] !== path);
  const own = conditions.filter(({ value }) => value !== "").map(({ operator, value }) => [`filter[${path}][${operator}]`, value]);
  return Object.fromEntries([...others, ...own]);
}

/** Conditions as a filter of the client. */
export function toFilter(conditions: readonly Condition[]): Record<string, Record<string, unknown>> {
  const filter: Record<string, Record<string, unknown>> = {};
  for (const { path, operator, value } of conditions) {
    filter[path] = { ...filter[path], [operator]: LISTS.has(operator) ? value.split(",") : value };
  }
  return filter;
}
