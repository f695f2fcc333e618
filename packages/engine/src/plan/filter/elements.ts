/** Conditions on values inside arrays and blocks: true if the value in any element matches. */
import type { FieldDefinition } from "@colophon/config";
import { targetOf } from "../../references/nested-references.ts";
import type { Entity, Field } from "../../types.ts";
import type { Filter, Reader, TestFilter } from "./contract.ts";
import { toItems, visibleWay } from "../../views/way.ts";
import type { Way } from "../../views/way.ts";

interface Elements {
  /** The definition of each value. */
  readonly definition: FieldDefinition;
  readonly steps: readonly string[];
}

/** What is requested of a path: below the field, and the operator. */
interface Asked {
  readonly below: readonly string[];
  readonly operator: string;
}

/** The values that a path through arrays or blocks leads to; null for any other path. `$null` at an array is about the array itself. */
export function elementsAt(reader: Reader, entity: Entity, field: Field, { below, operator }: Asked): Elements | null {
  const way = visibleWay(reader, entity, field, below);
  const end = way && (operator === "$null" ? way : toValues(way));
  return end?.steps.includes("*") && targetOf(end.definition) === null ? end : null;
}

/** The values of an array, at any depth. */
function toValues(way: Way): Way {
  return way.definition.type === "array" ? toValues(toItems(way, way.definition)) : way;
}

const OPPOSITE: Readonly<Record<string, string>> = { $ne: "$eq", $notIn: "$in" };

/** The negations `$ne`, `$notIn` and `$null=true` are true if no element is equal, or has a value. */
export function ofAnyElement(test: TestFilter): Filter {
  if (test.operator === "$null" && test.values[0] === true) return { kind: "not", of: { ...test, values: [false] } };
  const opposite = OPPOSITE[test.operator];
  return opposite === undefined ? test : { kind: "not", of: { ...test, operator: opposite } };
}
