/** Fields of an entity that are required if a condition on other fields of the record is true. */
import { isRequiredConditionally } from "@colophon/model";
import type { ErrorDetail } from "@colophon/model/errors";
import { memoizeFor } from "../memoize.ts";
import { compileFilter } from "../permissions/roles.ts";
import type { Principal, Entity, Field, Schema } from "../types.ts";
import type { Condition } from "../requests.ts";
import type { Filter } from "./filter/contract.ts";
import { planFilter } from "./filter/plan.ts";

export interface ConditionalField {
  readonly field: Field;
  readonly condition: Filter;
  /** The field, and the fields of its condition. */
  readonly dependsOn: readonly Field[];
}

const conditionals = memoizeFor<readonly ConditionalField[]>();

export function conditionalFields(schema: Schema, entity: Entity): readonly ConditionalField[] {
  return conditionals(schema, entity.name, () =>
    entity.fields.filter(({ definition }) => isRequiredConditionally(definition)).map((field) => planConditional(schema, entity, field)),
  );
}

/**
 * Those that the principal's writes must fulfil: a condition on a field that the principal can't read makes nothing required, because the
 * refusal would tell the field's value.
 */
export function conditionsFor(schema: Schema, principal: Principal, entity: Entity): readonly ConditionalField[] {
  return conditionalFields(schema, entity).filter(({ field }) => {
    const problems: ErrorDetail[] = [];
    planFilter({ schema, principal, trusted: false, problems, work: { textScans: 0 } }, entity, conditionOf(field));
    return problems.length === 0;
  });
}

function conditionOf({ definition }: Field): Condition {
  return compileFilter(definition.admin?.condition ?? {});
}

/** A condition of the configuration: it may name every field, whatever a reader may see. */
function planConditional(schema: Schema, entity: Entity, field: Field): ConditionalField {
  const given = field.definition.admin?.condition ?? {};
  const problems: ErrorDetail[] = [];
  const reader = { schema, principal: { kind: "system" }, trusted: true, problems, work: { textScans: 0 } } as const;
  const condition = planFilter(reader, entity, conditionOf(field));
  if (problems[0])
    throw new Error(`the condition of ${entity.name}.${field.name} is wrong at ${problems[0].field}: ${problems[0].message}`);
  const names = new Set(Object.keys(given).map((path) => path.split(".")[0]));
  return { field, condition, dependsOn: [field, ...entity.fields.filter(({ name }) => names.has(name))] };
}
