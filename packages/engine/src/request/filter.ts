/** `filter[…]` parameters → one Condition. Fields and values are checked later, against schema and reader. */
import type { ErrorDetail } from "@colophon/model/errors";
import { takesSeveral } from "@colophon/model";
import type { Condition } from "../requests.ts";
import type { Parameter } from "./parameters.ts";

interface Group {
  /** By name and operator as sent: their values. */
  readonly tests: Map<
    string,
    { readonly at: string; readonly path: readonly string[]; readonly operator: string; readonly values: string[] }
  >;
  readonly any: Map<number, Group>;
  readonly all: Map<number, Group>;
  readonly not: Map<number, Group>;
}

const MAX_CONDITIONS = 50;
const MAX_NESTING = 5;
const INDEX = /^\d{1,3}$/;

function emptyGroup(): Group {
  return { tests: new Map(), any: new Map(), all: new Map(), not: new Map() };
}

function childOf(groups: Map<number, Group>, at: number): Group {
  const child = groups.get(at) ?? emptyGroup();
  groups.set(at, child);
  return child;
}

/** Adds one parameter to the tree. Returns an error message, or null. */
function addCondition(group: Group, keys: readonly string[], parameter: Parameter, depth: number): string | null {
  const [first = "", second, ...rest] = keys;
  if (first === "$or" || first === "$and" || first === "$not") {
    const indexed = first !== "$not";
    const inner = indexed ? rest : keys.slice(1);
    if (depth >= MAX_NESTING) return `may be nested at most ${MAX_NESTING} deep`;
    if (inner.length === 0 || (indexed && !INDEX.test(second ?? "")))
      return indexed ? `${first} takes [0], [1] … and a field` : "$not takes a field";
    const groups = first === "$or" ? group.any : first === "$and" ? group.all : group.not;
    return addCondition(childOf(groups, indexed ? Number(second) : 0), inner, parameter, depth + 1);
  }
  if (first === "" || rest.length > 0) return "must be a field, and at most an operator after it";
  return placeTest(group, first, second ?? "$eq", parameter);
}

function placeTest(group: Group, field: string, operator: string, { at, value }: Parameter): string | null {
  const key = `${field}\0${at}`;
  const test = group.tests.get(key);
  if (test && !takesSeveral(operator)) return "may be given only once";
  if (test) test.values.push(value);
  else group.tests.set(key, { at, path: field.split("."), operator, values: [value] });
  return null;
}

function ordered(groups: Map<number, Group>): readonly Condition[] {
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => toCondition(group));
}

/** A parameter given once is a comma-separated list; if it is given several times, each is one value. */
function toCondition(group: Group): Condition {
  const tests = [...group.tests.values()].map(({ at, path, operator, values }): Condition => {
    const [first = ""] = values;
    if (!takesSeveral(operator) || values.length > 1 || !first.includes(",")) return { kind: "test", path, operator, values, at };
    return { kind: "test", path, operator, values: first.split(","), whole: first, at };
  });
  const any = ordered(group.any);
  const of: readonly Condition[] = [
    ...tests,
    ...ordered(group.all),
    ...(any.length > 0 ? [{ kind: "or", of: any } as const] : []),
    ...ordered(group.not).map((inner): Condition => ({ kind: "not", of: inner })),
  ];
  return of.length === 1 && of[0] ? of[0] : { kind: "and", of };
}

function countTests(group: Group): number {
  const groups = [...group.any.values(), ...group.all.values(), ...group.not.values()];
  return groups.reduce((sum, inner) => sum + countTests(inner), group.tests.size);
}

/** All `filter` parameters together, or null if there are none. Problems are added to `problems`. */
export function parseFilter(parameters: readonly Parameter[], problems: ErrorDetail[]): Condition | null {
  const root = emptyGroup();
  for (const parameter of parameters) {
    if (parameter.root !== "filter") continue;
    const problem = addCondition(root, parameter.keys, parameter, 0);
    if (problem) problems.push({ field: parameter.at, message: problem });
  }
  const count = countTests(root);
  if (count > MAX_CONDITIONS) problems.push({ field: "filter", message: `takes at most ${MAX_CONDITIONS} conditions` });
  return count === 0 ? null : toCondition(root);
}
