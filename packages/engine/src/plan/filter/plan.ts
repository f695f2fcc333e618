/** Condition → Filter: names become fields that this reader may see, values are converted to their types. */
import type { FieldDefinition } from "@colophon/config";
import type { ErrorDetail } from "@colophon/model/errors";
import { ruleFor } from "../../permissions/permissions.ts";
import { memoizeFor } from "../../memoize.ts";
import { searchedIn } from "../../searchable.ts";
import type { Value } from "../../placeholder.ts";
import type { Principal, Entity, Field, Rule, Schema } from "../../types.ts";
import type { Condition } from "../../requests.ts";
import type { Filter, RowFilter, Reader } from "./contract.ts";
import { fitOperand, fitPattern, kindOf, likeMatchOf } from "./operand.ts";
import { isOperator, kindOfDefinition, OPERATORS, operatorsFor, takesOperator, type Kind } from "@colophon/model";
import { elementsAt, ofAnyElement } from "./elements.ts";
import { asListTest, isSingle } from "./nested.ts";
import { nestedColumnOf } from "../../views/nested-column.ts";
import { isOwner, ownersIn } from "./owners.ts";
import { visibleReverse } from "../../views/reverse.ts";
import { nestedDefinition, visibleField } from "../../views/visible.ts";
import { ownField, unknownField } from "./own-field.ts";

type Test = Extract<Condition, { kind: "test" }>;
interface Leaf {
  readonly field: Field;
  readonly inside: readonly string[];
  readonly valueKind: Kind;
  readonly definition: FieldDefinition;
  /** The translatable entity whose ids the field holds. */
  readonly group?: Entity;
  /** The path to values inside arrays and blocks. */
  readonly steps?: readonly string[];
}

export const MAX_RELATION_STEPS = 3;
/** No index answers a condition on a part of a text that isn't marked `searchable`, or on values inside arrays and blocks. */
const MAX_TEXT_SCANS = 10;
const TOO_MANY_SCANS = `at most ${MAX_TEXT_SCANS} conditions may look into texts that aren't searchable, or into arrays and blocks`;
const TRUE: Filter = { kind: "and", of: [] };

/** The rows of an entity that a rule allows, as a filter that ignores the visibility of fields. */
export function rowFilterOf(schema: Schema, principal: Principal, entity: Entity, rule: Rule): RowFilter {
  const condition = rule.filter;
  if (!condition) return { entity, filter: null };
  return rowFilters(rule, entity.name, () => planRowFilter(schema, principal, entity, condition));
}

const rowFilters = memoizeFor<RowFilter>();

function planRowFilter(schema: Schema, principal: Principal, entity: Entity, condition: Condition): RowFilter {
  const problems: ErrorDetail[] = [];
  const filter = planFilter({ schema, principal, trusted: true, problems, work: { textScans: 0 } }, entity, condition);
  if (problems[0]) throw new Error(`a permission filter on ${entity.name} is wrong at ${problems[0].field}: ${problems[0].message}`);
  return { entity, filter };
}

/** Checks a condition against the schema and the reader. Problems are added to `reader.problems`. */
export function planFilter(reader: Reader, entity: Entity, condition: Condition): Filter {
  if (condition.kind === "not") return { kind: "not", of: planFilter(reader, entity, condition.of) };
  if (condition.kind === "test") return planPath(reader, entity, condition.path, condition, 0);
  return { kind: condition.kind, of: condition.of.map((part) => planFilter(reader, entity, part)) };
}

function refuse(reader: Reader, { at, path }: Test, message: string): Filter {
  reader.problems.push({ field: at ?? path.join("."), message });
  return TRUE;
}

function planPath(reader: Reader, entity: Entity, path: readonly string[], test: Test, steps: number): Filter {
  const [first = "", ...rest] = path;
  const field = steps === 0 ? ownField(reader, entity, first) : visibleField(reader, entity, first);
  if (field?.target && rest.length > 0) {
    if (steps === MAX_RELATION_STEPS) return refuse(reader, test, `may follow at most ${MAX_RELATION_STEPS} relations`);
    const target = targetRows(reader, field.target);
    return { kind: "through", field, target, of: planPath(reader, target.entity, rest, test, steps + 1) };
  }
  if (!field && rest.length > 0) {
    const referred = planReferred(reader, entity, path, test, steps);
    if (referred) return referred;
  }
  const nested = field && (rest.length > 0 || test.operator !== "$null") ? nestedColumnOf(reader, entity, field, rest) : null;
  if (field && nested) return planNested(reader, field, nested, test, steps);
  const elements = field && elementsAt(reader, entity, field, { below: rest, operator: test.operator });
  if (field && elements) return planElements(reader, { field, inside: rest, ...elements }, test);
  const found = field && leafOf(reader, entity, field, rest);
  const group = steps > 0 && field?.name === "id" && entity.translatable ? entity : translatableTarget(reader, field?.target ?? null);
  const leaf: Leaf | null = found && { ...found, ...(group && { group }) };
  return leaf ? planTest(reader, leaf, test) : refuse(reader, test, unknownField(reader, entity, test.path.join(".")));
}

function translatableTarget({ schema }: Reader, target: string | null): Entity | null {
  const entity = schema.entities.get(target ?? "");
  return entity?.translatable ? entity : null;
}

/** The rest of a path through a reverse field; null if it is not one. */
function planReferred(reader: Reader, entity: Entity, [first = "", ...rest]: readonly string[], test: Test, steps: number): Filter | null {
  const reverse = visibleReverse(reader, entity, first);
  if (!reverse) return null;
  if (steps === MAX_RELATION_STEPS) return refuse(reader, test, `may follow at most ${MAX_RELATION_STEPS} relations`);
  const { field, nested } = reverse;
  const from = targetRows(reader, reverse.from.name);
  return { kind: "referred", field, ...(nested && { nested }), from, of: planPath(reader, from.entity, rest, test, steps + 1) };
}

function planNested(
  reader: Reader,
  field: Field,
  { nestedColumn, rest }: NonNullable<ReturnType<typeof nestedColumnOf>>,
  test: Test,
  steps: number,
): Filter {
  const { path, definition, target: to } = nestedColumn.reference;
  if (rest.length > 0) {
    if (steps === MAX_RELATION_STEPS) return refuse(reader, test, `may follow at most ${MAX_RELATION_STEPS} relations`);
    const target = targetRows(reader, to);
    return { kind: "through", field, nested: nestedColumn, target, of: planPath(reader, target.entity, rest, test, steps + 1) };
  }
  const group = translatableTarget(reader, to);
  const leaf: Leaf = { field, inside: path.split(".").slice(1), valueKind: "links", definition, ...(group && { group }) };
  if (isSingle(nestedColumn) && !(isOperator(test.operator) && takesOperator("id", test.operator)))
    return planTest(reader, { ...leaf, valueKind: "id" }, test); // refuses it
  const listed = asListTest(test);
  const planned = planTest(reader, leaf, listed.test);
  const placed: Filter = planned.kind === "test" ? { ...planned, nested: nestedColumn } : planned;
  return listed.isNegated ? { kind: "not", of: placed } : placed;
}

function planElements(reader: Reader, leaf: Omit<Leaf, "valueKind">, test: Test): Filter {
  const planned = planTest(reader, { ...leaf, valueKind: kindOfDefinition(leaf.definition) }, test);
  return planned.kind === "test" ? ofAnyElement(planned) : planned;
}

/** The target rows that a relation may be followed to. For a trusted filter the role's row filter does not apply. */
export function targetRows({ schema, principal, trusted }: Reader, targetName: string): RowFilter {
  const entity = schema.entities.get(targetName);
  if (!entity) throw new Error(`a relation points to ${targetName}, which is no entity`);
  const rule = trusted ? null : ruleFor(schema, principal, targetName, "read");
  return rule ? rowFilterOf(schema, principal, entity, rule) : { entity, filter: null };
}

function leafOf(reader: Reader, entity: Entity, field: Field, rest: readonly string[]): Leaf | null {
  if (rest.length === 0) return { field, inside: [], valueKind: kindOf(field), definition: field.definition };
  const definition = nestedDefinition(reader, entity, field, rest);
  if (!definition) return null;
  return { field, inside: rest, valueKind: kindOfDefinition(definition), definition };
}

/** If the whole list is equal to an option, it is that option, even with commas in it. */
function valuesOf({ valueKind, definition }: Leaf, { values, whole }: Test): readonly Value[] {
  const isChoice = valueKind === "choice" || valueKind === "choices";
  return whole !== undefined && isChoice && "value" in fitOperand(valueKind, definition, whole) ? [whole] : values;
}

function planTest(reader: Reader, leaf: Leaf, test: Test): Filter {
  const given = valuesOf(leaf, test);
  const { operator } = test;
  if (!isOperator(operator)) return refuse(reader, test, `there is no operator ${operator}`);
  if (!takesOperator(leaf.valueKind, operator)) return refuse(reader, test, `this field takes ${operatorsFor(leaf.valueKind).join(", ")}`);
  const { takes } = OPERATORS[operator];
  const likeMatch = likeMatchOf(operator);
  if ((likeMatch || leaf.steps) && exceedsTextScans(reader, leaf)) return refuse(reader, test, TOO_MANY_SCANS);
  if (takes === "flag") return planFlag(reader, leaf, test);
  const wanted = takes === "two" ? 2 : takes === "list" ? Math.max(1, given.length) : 1;
  if (given.length !== wanted) return refuse(reader, test, wanted === 2 ? "takes two values" : "takes one value");
  const fitted = given.map((value) => (likeMatch ? fitPattern(value, likeMatch) : fitOperand(leaf.valueKind, leaf.definition, value)));
  const values: Value[] = [];
  for (const operand of fitted) {
    if ("problem" in operand) return refuse(reader, test, operand.problem);
    values.push(operand.value);
  }
  return toTest(leaf, test, isOwner(leaf.field) ? ownersIn(reader, test.at ?? test.path.join("."), values) : values);
}

/** Counts conditions on a part of a text or inside arrays and blocks, and returns whether the limit is exceeded. The configuration's own conditions are not limited. */
function exceedsTextScans({ work, trusted, principal }: Reader, { field, inside }: Leaf): boolean {
  if (trusted || principal.kind === "system") return false;
  const path = inside.join(".");
  if (searchedIn(field).some((searched) => searched.inside.join(".") === path)) return false;
  work.textScans += 1;
  return work.textScans > MAX_TEXT_SCANS;
}

function planFlag(reader: Reader, leaf: Leaf, test: Test): Filter {
  const text = String(test.values[0]);
  if (test.values.length !== 1 || (text !== "true" && text !== "false")) return refuse(reader, test, "must be true or false");
  return toTest(leaf, test, [text === "true"]);
}

function toTest({ field, inside, valueKind, group, steps }: Leaf, { operator }: Test, values: readonly Value[]): Filter {
  return { kind: "test", field, inside, valueKind, operator, values, ...(group && { group }), ...(steps && { steps }) };
}
