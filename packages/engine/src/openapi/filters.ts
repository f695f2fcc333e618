/** `filter[…]` as parameters: one for each field that can be compared, one step into relations and nested objects. */
import type { FieldDefinition } from "@colophon/config";
import { optionValues } from "../field-types/index.ts";
import type { JsonSchema } from "../field-types/index.ts";
import { kindOf, kindOfDefinition } from "../filter/operand.ts";
import type { Kind } from "../filter/operand.ts";
import { OPERATORS, operatorsFor } from "../filter/operators.ts";
import type { Field } from "../types.ts";
import type { ParameterObject, Subject } from "./contract.ts";
import { parameterRef, schemaRef } from "./contract.ts";

const OPERANDS: Readonly<Record<Kind, JsonSchema>> = {
  text: { type: "string" },
  choice: { type: "string" },
  choices: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  datetime: { type: "string", description: "A date, or a date and time with its zone." },
  id: { type: "string", format: "uuid" },
  links: { type: "string", format: "uuid" },
  json: { type: "string" },
};

const TAKEN = {
  one: (operand: JsonSchema) => operand,
  list: () => ({ type: "string", description: "Values separated by commas." }),
  two: () => ({ type: "string", description: "Two values separated by a comma, both included." }),
  flag: () => ({ type: "boolean" }),
  pattern: () => ({ type: "string", description: "Text, never a pattern; upper and lower case are the same." }),
};

function operatorSchema(kind: Kind): JsonSchema {
  const names = operatorsFor(kind) as readonly (keyof typeof OPERATORS)[];
  const properties = names.map((name) => [name, TAKEN[OPERATORS[name].takes](OPERANDS[kind])]);
  return { type: "object", properties: Object.fromEntries(properties), additionalProperties: false };
}

function operatorsName(kind: Kind): string {
  return `Filter${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** The operators of every kind of field, as schema components. */
export function filterSchemas(): Record<string, JsonSchema> {
  const kinds = Object.keys(OPERANDS) as Kind[];
  return Object.fromEntries(kinds.map((kind) => [operatorsName(kind), operatorSchema(kind)]));
}

/** An empty example keeps the explorer from filling in every member with a made-up value, which no request means. */
function parameter(path: string, kind: Kind, definition: FieldDefinition): ParameterObject {
  const options = definition.type === "select" && !definition.multiple ? { enum: optionValues(definition.options) } : {};
  const operators = schemaRef(operatorsName(kind));
  const equality = operatorsFor(kind).includes("$eq");
  const schema = equality ? { anyOf: [{ ...OPERANDS[kind], ...options }, operators] } : operators;
  const filled = equality ? {} : { example: {} };
  return { name: `filter[${path}]`, in: "query", style: "deepObject", explode: true, schema, ...filled };
}

function nestedParameters(path: string, fields: readonly FieldDefinition[]): readonly ParameterObject[] {
  return fields
    .filter(({ hidden }) => !hidden)
    .flatMap((definition) => {
      const at = `${path}.${definition.name}`;
      if (definition.type === "object") return nestedParameters(at, definition.fields);
      const kind = kindOfDefinition(definition);
      return kind === "links" ? [] : [parameter(at, kind, definition)];
    });
}

function targetParameters({ schema }: Subject, field: Field): readonly ParameterObject[] {
  const fields = schema.entities.get(String(field.target))?.fields ?? [];
  const plain = fields.filter((one) => !one.hidden && !one.target && kindOf(one) !== "json");
  return plain.map((one) => parameter(`${field.name}.${one.name}`, kindOf(one), one.definition));
}

function fieldParameters(subject: Subject, field: Field): readonly ParameterObject[] {
  const { name, definition } = field;
  const deeper = definition.type === "object" ? nestedParameters(name, definition.fields) : targetParameters(subject, field);
  return [parameter(name, kindOf(field), definition), ...deeper];
}

function group(name: string, description: string): ParameterObject {
  const schema = { type: "object", additionalProperties: { type: "string" } };
  return { name, in: "query", style: "deepObject", explode: true, description, schema, example: {} };
}

const GROUPS: Readonly<Record<string, ParameterObject>> = {
  FilterNot: group("filter[$not]", "Conditions that must not hold together."),
  FilterOr0: group(
    "filter[$or][0]",
    "The first of several groups of conditions, one of which must hold; the others are `filter[$or][1]`, `filter[$or][2]` …",
  ),
  FilterOr1: group("filter[$or][1]", "The second group of `$or`."),
  FilterAnd0: group("filter[$and][0]", "The first of several groups of conditions that must all hold; the others are `filter[$and][1]` …"),
  FilterAnd1: group("filter[$and][1]", "The second group of `$and`."),
};

/** The parameters of groups of conditions, the same for every entity. */
export function filterParameterComponents(): Record<string, ParameterObject> {
  return GROUPS;
}

/** Every filter that a list of this entity takes. */
export function filterParameters(subject: Subject) {
  const fields = [...subject.entity.byName.values()].filter(({ hidden }) => !hidden);
  return [...fields.flatMap((field) => fieldParameters(subject, field)), ...Object.keys(GROUPS).map(parameterRef)];
}
