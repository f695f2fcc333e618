import { kindOfDefinition, takesSeveral, type EntityFieldDefinition, type Kind } from "@colophon/model";
import { isMany } from "./fields.ts";

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

const CONTROLS: Readonly<Record<Kind, FilterKind>> = {
  text: "text",
  integer: "range",
  number: "range",
  date: "range",
  datetime: "range",
  boolean: "boolean",
  choice: "choice",
  choices: "choice",
  id: "relation",
  links: "relation",
  json: "presence",
};
const MEDIA: ReadonlySet<string> = new Set(["image", "video", "file"]);

/** The kind of control for a field; undefined if it can't be filtered. */
export function filterKindOf(field: EntityFieldDefinition): FilterKind | undefined {
  if (field.type === "reverse" || field.type === "object") return undefined;
  const kind = kindOfDefinition(field);
  if (!MEDIA.has(field.type)) return CONTROLS[kind];
  return kind === "id" ? "presence" : undefined;
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
    filter[path] = { ...filter[path], [operator]: takesSeveral(operator) ? value.split(",") : value };
  }
  return filter;
}
