import type { Place } from "../problems.ts";
import { formatValue, kindOf } from "../messages.ts";
import { indexProblem } from "./fields.ts";
import { isNames, unknownName } from "./indexes.ts";
import type { FieldView } from "./read-fields.ts";

const MAX_FIELDS = 5;

/** An entity's `unique`: lists of two to five of its own fields, each kept in one column and named once, that no two records share. */
export function checkUniqueTogether(rules: readonly unknown[], fields: readonly FieldView[], isGlobal: boolean, place: Place): void {
  if (isGlobal && rules.length > 0) place.report("Remove unique: a global has one row, which shares its values with no other.");
  const first = new Map<string, string>();
  rules.forEach((rule, number) => {
    const at = place.at(number);
    if (!isNames(rule)) return at.report(`List field names here, as in ["day", "place"], instead of ${kindOf(rule)}.`);
    if (rule.length < 2 || rule.length > MAX_FIELDS)
      at.report(`List 2 to ${MAX_FIELDS} fields here; for one field write unique: true at the field.`);
    if (new Set(rule).size < rule.length) at.report("Name each field once here.");
    rule.forEach((name, position) => checkName(name, fields, at.at(position)));
    const key = rule.toSorted().join(",");
    const known = first.get(key);
    if (known === undefined) first.set(key, at.path);
    else at.report(`Remove this rule: ${known} is the same.`);
  });
}

function checkName(name: string, fields: readonly FieldView[], at: Place): void {
  const field = fields.find((known) => known.name === name);
  if (field === undefined) return at.report(unknownName(name, fields));
  const problem = field.type === null ? null : indexProblem(field);
  if (problem !== null) at.report(`Take ${formatValue(name)} out of this rule: ${problem}.`);
}
