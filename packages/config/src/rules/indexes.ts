import { OWNER_NAMES, RECORD_FIELDS, TRANSLATION_FIELDS } from "@colophon/model";
import type { IssuePath } from "../problems.ts";
import { formatValue } from "../messages.ts";
import { checkNameLists, unknownName } from "./name-lists.ts";
import type { FieldView } from "./read-fields.ts";
import { indexProblem, valueProblem } from "./fields.ts";

const TIMES = RECORD_FIELDS.filter(({ kind }) => kind === "datetime");
const AUTOMATIC: readonly string[] = [...TIMES.map(({ name }) => name), ...OWNER_NAMES];
const TRANSLATED: readonly string[] = TRANSLATION_FIELDS.map(({ name }) => name);

/** The part of an entity that its indexes depend on. */
export interface Indexed {
  readonly fields: readonly FieldView[];
  readonly translatable: boolean;
}

/** An entity's `indexes`: lists of two to five of its fields, each stored in one column and named once, or of a single automatic one. */
export function checkIndexes(indexes: readonly unknown[], entity: Indexed, issuePath: IssuePath): void {
  checkNameLists(indexes, issuePath, {
    noun: "index",
    example: '["status", "date"]',
    alone: "index: true",
    keyOf: (names) => names.join(","),
    single: AUTOMATIC,
    checkName: (name, at) => checkName(name, entity, at),
  });
}

function checkName(name: string, { fields, translatable }: Indexed, at: IssuePath): void {
  if (AUTOMATIC.includes(name) || (translatable && TRANSLATED.includes(name))) return;
  const field = fields.find((known) => known.name === name);
  if (field === undefined) return at.report(unknownName(name, fields, AUTOMATIC));
  if (valueProblem(field) !== null) at.report(`Remove ${formatValue(name)} from this index: its values can't be sorted.`);
}

/**
 * An entity's `unique`: lists of two to five of its own fields, each stored in one column and named once, whose combined values are unique.
 */
export function checkUniqueTogether(
  rules: readonly unknown[],
  fields: readonly FieldView[],
  isGlobal: boolean,
  issuePath: IssuePath,
): void {
  if (isGlobal && rules.length > 0) issuePath.report("Remove unique: a global has only one record.");
  checkNameLists(rules, issuePath, {
    noun: "rule",
    example: '["day", "place"]',
    alone: "unique: true",
    keyOf: (names) => names.toSorted().join(","),
    checkName: (name, at) => checkUniqueName(name, fields, at),
  });
}

function checkUniqueName(name: string, fields: readonly FieldView[], at: IssuePath): void {
  const field = fields.find((known) => known.name === name);
  if (field === undefined) return at.report(unknownName(name, fields));
  const problem = indexProblem(field);
  if (problem !== null) at.report(`Remove ${formatValue(name)} from this rule: ${problem}.`);
}
