import type { IssuePath } from "../problems.ts";
import { formatValue } from "../messages.ts";
import { indexProblem } from "./fields.ts";
import { checkNameLists, unknownName } from "./name-lists.ts";
import type { FieldView } from "./read-fields.ts";

/**
 * An entity's `unique`: lists of two to five of its own fields, each stored in one column and named once, whose combined values are unique.
 */
export function checkUniqueTogether(rules: readonly unknown[], fields: readonly FieldView[], isGlobal: boolean, place: IssuePath): void {
  if (isGlobal && rules.length > 0) place.report("Remove unique: a global has only one record.");
  checkNameLists(rules, place, {
    noun: "rule",
    example: '["day", "place"]',
    alone: "unique: true",
    keyOf: (names) => names.toSorted().join(","),
    checkName: (name, at) => checkName(name, fields, at),
  });
}

function checkName(name: string, fields: readonly FieldView[], at: IssuePath): void {
  const field = fields.find((known) => known.name === name);
  if (field === undefined) return at.report(unknownName(name, fields));
  const problem = field.type === null ? null : indexProblem(field);
  if (problem !== null) at.report(`Remove ${formatValue(name)} from this rule: ${problem}.`);
}
