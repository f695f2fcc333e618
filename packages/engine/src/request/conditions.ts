/** Conditions between members of an object or a block, evaluated like PostgreSQL evaluates those on a row's fields. */
import type { AdminFilter, FieldDefinition } from "@colophon/config";
import { isRequiredConditionally } from "@colophon/config";
import { isPlainObject } from "../field-types/json-value.ts";
import { fitOperand, kindOfDefinition } from "../plan/filter/operand.ts";
import type { Kind } from "../plan/filter/operand.ts";
import { rememberFor } from "../remember.ts";
import { seesField } from "../permissions/permissions.ts";
import { compileFilter } from "../permissions/roles.ts";
import { seesTarget } from "../plan/filter/visible.ts";
import type { Actor, Condition, Entity, Schema } from "../types.ts";

type Test = Extract<Condition, { kind: "test" }>;
type Single = string | number | boolean;
type Members = Readonly<Record<string, unknown>>;

/** Whether the writer may read a member inside a field of the record. */
export type Sees = (member: FieldDefinition, field: string) => boolean;

/** What an actor may read of an entity's records. */
export function seenBy(schema: Schema, actor: Actor, entity: Entity): Sees {
  if (actor.kind === "system") return () => true;
  return (member, field) => seesField(schema, actor, entity.name, field) && seesTarget({ schema, actor }, member);
}

/** The members of an object or a block. */
interface Checked {
  readonly fields: readonly FieldDefinition[];
  readonly values: Members;
  readonly sees: (member: FieldDefinition) => boolean;
}

/**
 * The members that are required because their condition is true. A condition on a rejected value is not; one on a member that the writer can't
 * read makes nothing required.
 */
export function requiredMembers({ fields, values, sees }: Checked): readonly FieldDefinition[] {
  return fields.filter((field) => {
    if (!isRequiredConditionally(field)) return false;
    const tests = testsFor(field.admin?.condition ?? {});
    return tests.every((test) => isSeen(test.path, fields, sees) && passes(test, fields, values));
  });
}

/** Whether the writer may read every member on the way to the value of a condition. */
function isSeen([name, ...rest]: readonly string[], fields: readonly FieldDefinition[], sees: Checked["sees"]): boolean {
  const member = fields.find((field) => field.name === name);
  if (!member) return name === undefined;
  return sees(member) && isSeen(rest, member.type === "object" ? member.fields : [], sees);
}

const compiled = rememberFor<readonly Test[]>();

function testsFor(condition: AdminFilter): readonly Test[] {
  return compiled(condition, "", () => testsOf(compileFilter(condition)));
}

function testsOf(condition: Condition): readonly Test[] {
  if (condition.kind === "test") return [condition];
  return condition.kind === "not" ? [] : condition.of.flatMap(testsOf);
}

function passes({ path: [name = "", ...rest], ...test }: Test, fields: readonly FieldDefinition[], values: Members | null): boolean {
  const definition = fields.find((field) => field.name === name);
  const value = values === null ? null : values[name];
  if (definition === undefined || value === undefined) return false;
  if (rest.length > 0)
    return definition.type === "object" && passes({ ...test, path: rest }, definition.fields, isPlainObject(value) ? value : null);
  if (test.operator === "$null") return (value === null) === (test.values[0] === true);
  const kind = kindOfDefinition(definition);
  const fitted = test.values.map((given) => fitOperand(TEXT_OPERATORS.has(test.operator) ? "text" : kind, definition, given));
  const operand = fitted.flatMap((one) => ("value" in one ? [one.value as Single] : []));
  return ANSWERS[test.operator]?.(value as Single | null, operand, kind) ?? false;
}

const TEXT_OPERATORS: ReadonlySet<string> = new Set(["$contains", "$startsWith", "$endsWith"]);
const collator = new Intl.Collator("en"); // the order of "und-x-icu"

/** Negative, zero or positive; NaN if there is nothing to compare. */
function compare(value: Single | null, operand: Single | undefined, kind: Kind): number {
  if (value === null || operand === undefined) return Number.NaN;
  if (kind === "number" || kind === "integer") return Number(value) - Number(operand);
  if (value === operand) return 0;
  if (kind === "text" || kind === "choice") return collator.compare(String(value), String(operand)) || (value < operand ? -1 : 1);
  return value < operand ? -1 : 1;
}

function isAny(value: Single | null, operand: readonly Single[], kind: Kind): boolean {
  return operand.some((one) => compare(value, one, kind) === 0);
}

function upper(value: Single | null | undefined): string {
  return typeof value === "string" ? value.toUpperCase() : "";
}

const ANSWERS: Readonly<Record<string, (value: Single | null, operand: readonly Single[], kind: Kind) => boolean>> = {
  $eq: isAny,
  $in: isAny,
  $ne: (value, operand, kind) => !isAny(value, operand, kind),
  $notIn: (value, operand, kind) => !isAny(value, operand, kind),
  $gt: (value, [operand], kind) => compare(value, operand, kind) > 0,
  $gte: (value, [operand], kind) => compare(value, operand, kind) >= 0,
  $lt: (value, [operand], kind) => compare(value, operand, kind) < 0,
  $lte: (value, [operand], kind) => compare(value, operand, kind) <= 0,
  $between: (value, [least, most], kind) => compare(value, least, kind) >= 0 && compare(value, most, kind) <= 0,
  $contains: (value, [operand]) => value !== null && upper(value).includes(upper(operand)),
  $startsWith: (value, [operand]) => value !== null && upper(value).startsWith(upper(operand)),
  $endsWith: (value, [operand]) => value !== null && upper(value).endsWith(upper(operand)),
};
