/** `filter[…]` as parameters: one for each operator of each field that the role can compare, one step into relations and nested objects. */
import {
  itemDefinition,
  kindOfDefinition,
  OPERATORS,
  operatorsFor,
  optionValues,
  type FieldDefinition,
  type FilterOperator,
  type JsonSchema,
  type Kind,
} from "@colophon/model";
import { isListStep, isOwner, kindOf, nestedReferences, DELETED_AT, STATUS, targetOf, type Field } from "@colophon/engine";
import type { Audience, ParameterObject, DescribedEntity } from "./contract.ts";
import { schemaRef } from "./contract.ts";

const SAFE = Number.MAX_SAFE_INTEGER;
const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = "T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)";
const TEXT: JsonSchema = { type: "string" };

/** The syntax of one value of a kind in a query. */
const OPERANDS: Readonly<Record<Kind, JsonSchema>> = {
  text: TEXT,
  choice: TEXT,
  choices: TEXT,
  integer: { type: "integer", minimum: -SAFE, maximum: SAFE },
  number: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  datetime: { type: "string", pattern: `^${DATE}(?:${TIME})?$`, description: "A date, or a date and time with its zone." },
  id: { type: "string", format: "uuid" },
  links: { type: "string", format: "uuid" },
  json: TEXT,
};

const PART: JsonSchema = {
  type: "string",
  description:
    "A text, not a pattern; case is ignored. A request can have at most 10 of these conditions on fields that aren't searchable.",
};

/** One value of a kind as a regular expression, for lists; text can be anything. */
const WRITTEN: Readonly<Partial<Record<Kind, string>>> = {
  integer: "-?\\d{1,15}",
  number: "-?\\d{1,300}(?:\\.\\d{1,300})?(?:[eE][+-]?\\d{1,2})?",
  boolean: "(?:true|false)",
  date: DATE,
  datetime: `${DATE}(?:${TIME})?`,
  id: "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
  links: "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
};

function titled(kind: Kind): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** Values of every kind, as schema components: one, a list, and the two ends of a range. */
export function filterSchemas(): Record<string, JsonSchema> {
  const kinds = Object.keys(OPERANDS) as Kind[];
  const list = (kind: Kind, repeat: string) => (WRITTEN[kind] ? { pattern: `^${WRITTEN[kind]}(?:,${WRITTEN[kind]})${repeat}$` } : {});
  const values = Object.fromEntries(
    kinds.flatMap((kind) => [
      [`Filter${titled(kind)}`, OPERANDS[kind]],
      [`Filter${titled(kind)}List`, { type: "string", description: "Values separated by commas.", ...list(kind, "*") }],
      [
        `Filter${titled(kind)}Range`,
        { type: "string", description: "Two values separated by a comma, both included.", pattern: "^[^,]*,[^,]*$", ...list(kind, "") },
      ],
    ]),
  );
  return { ...values, FilterPart: PART };
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** Comma-separated names from a closed list. */
export function namesPattern(names: readonly string[], most?: number): string {
  const pattern = `(?:${names.map(escaped).join("|")})`;
  return `^${pattern}(?:,${pattern})${most === undefined ? "*" : `{0,${most - 1}}`}$`;
}

/** An option with a comma in it can only be used alone. */
function optionList(options: readonly string[]): JsonSchema {
  const plain = options.filter((option) => !option.includes(","));
  const alone = options.filter((option) => option.includes(",")).map((option) => `^${escaped(option)}$`);
  const pattern = [...(plain.length > 0 ? [namesPattern(plain)] : []), ...alone].join("|");
  return { type: "string", pattern, description: "Values separated by commas." };
}

/** An option with a comma in it can't be the end of a range. */
function optionRange(options: readonly string[]): JsonSchema {
  const plain = options.filter((option) => !option.includes(","));
  const pattern = `(?:${plain.map(escaped).join("|")})`;
  return { type: "string", pattern: `^${pattern},${pattern}$`, description: "Two values separated by a comma, both included." };
}

function operandSchema(kind: Kind, takes: (typeof OPERATORS)[FilterOperator]["takes"], options: readonly string[] | null): JsonSchema {
  if (takes === "flag") return { type: "boolean" };
  if (takes === "pattern") return schemaRef("FilterPart");
  if (options) return takes === "one" ? { type: "string", enum: options } : takes === "list" ? optionList(options) : optionRange(options);
  return schemaRef(`Filter${titled(kind)}${takes === "list" ? "List" : takes === "two" ? "Range" : ""}`);
}

function comparisons(path: string, kind: Kind, definition: FieldDefinition): readonly ParameterObject[] {
  const options = definition.type === "select" ? optionValues(definition.options) : null;
  return operatorsFor(kind).map((operator) => ({
    name: operator === "$eq" ? `filter[${path}]` : `filter[${path}][${operator}]`,
    in: "query",
    schema: operandSchema(kind, OPERATORS[operator].takes, options),
  }));
}

const ANY = "True if any element matches; `$ne`, `$notIn` and `$null=true` if no element is equal, or has a value.";

/** Of a field's members, and of the elements of arrays, blocks and documents. References are compared elsewhere. */
function insideComparisons(path: string, definition: FieldDefinition): readonly ParameterObject[] {
  const members = (at: string, fields: readonly FieldDefinition[]) =>
    fields.flatMap((member) => [
      ...(member.type === "object" || targetOf(member) !== null
        ? []
        : comparisons(`${at}.${member.name}`, kindOfDefinition(member), member)),
      ...insideComparisons(`${at}.${member.name}`, member),
    ]);
  if (definition.type === "object") return members(path, definition.fields);
  if (definition.type !== "array" && definition.type !== "blocks" && definition.type !== "richtext") return [];
  const elements =
    definition.type === "array"
      ? itemComparisons(path, definition)
      : (definition.blocks ?? []).flatMap(({ name, fields }) => members(`${path}.${name}`, fields));
  return elements.map((element) => ({ ...element, description: ANY }));
}

/** `$null` is about the array itself. */
function itemComparisons(path: string, { of }: { readonly of: object }): readonly ParameterObject[] {
  const item = itemDefinition(of);
  const isValue = item.type !== "object" && item.type !== "array" && item.type !== "blocks" && targetOf(item) === null;
  const own = isValue ? comparisons(path, kindOfDefinition(item), item).filter(({ name }) => !name.endsWith("[$null]")) : [];
  return [...own, ...insideComparisons(path, item)];
}

/** References inside objects, arrays and blocks are compared as one id and as a list, if the role may read their target. */
function referenceComparisons(audience: Audience, field: Field): readonly ParameterObject[] {
  return nestedReferences(field.definition).flatMap(({ path, steps, target, definition }) => {
    const fields = audience.views.get(target)?.reads;
    if (!fields) return [];
    const single = comparisons(path, "id", definition);
    const isList = steps.some(isListStep);
    const listed = isList ? comparisons(path, "links", definition) : [];
    const several = listed.filter(({ name }) => !single.some((comparison) => comparison.name === name));
    return [...single, ...several, ...plainComparisons(path, fields)];
  });
}

/** Fields of a record that conditions and orders may name. */
export function comparable({ views }: Audience, fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ target }) => target === null || views.get(target)?.reads);
}

function targetComparisons({ views }: Audience, name: string, target: string | null): readonly ParameterObject[] {
  return plainComparisons(name, views.get(String(target))?.reads ?? []);
}

function plainComparisons(path: string, fields: readonly Field[]): readonly ParameterObject[] {
  const plain = fields.filter((field) => !field.automatic && !field.target && kindOf(field) !== "json");
  return plain.flatMap((field) => comparisons(`${path}.${field.name}`, kindOf(field), field.definition));
}

const NAMABLE = "Your own id, or the id of a user that you may read. Any other id is 400.";

/** Every filter of a list of this entity for this role. */
export function filterParameters(described: DescribedEntity): readonly ParameterObject[] {
  const status = described.drafts ? comparisons(STATUS.name, kindOf(STATUS), STATUS.definition) : [];
  const deleted =
    described.deletes && described.entity.trash ? comparisons(DELETED_AT.name, kindOf(DELETED_AT), DELETED_AT.definition) : [];
  const own = comparable(described, described.reads ?? []).flatMap((field) => {
    const { name, definition } = field;
    const deeper = field.target === null ? insideComparisons(name, definition) : targetComparisons(described, name, field.target);
    const direct = comparisons(name, kindOf(field), definition);
    const shown = isOwner(field) ? direct.map((comparison) => ({ ...comparison, description: NAMABLE })) : direct;
    const nested = referenceComparisons(described, field); // for an array of ids they are at the field's own path
    const other = shown.filter((comparison) => !nested.some((reference) => reference.name === comparison.name));
    return [...other, ...deeper, ...nested];
  });
  const referring = described.reverses.flatMap(({ definition, from }) => targetComparisons(described, definition.name, from.name));
  return [
    ...status.map((comparison) => ({ ...comparison, description: "Needs `draft=true`." })),
    ...deleted.map((comparison) => ({ ...comparison, description: "Needs `trashed=true`." })),
    ...own,
    ...referring,
  ];
}
