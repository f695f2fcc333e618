/** Compiles a role's permissions: an object of the configuration becomes a condition and a set of hidden names. */
import type { FilterValue, ReadPermission, RoleDefinition, Scalar } from "@colophon/config";
import { FILTER_PLACEHOLDERS, isPlaceholder, placeholder, type Value } from "../placeholder.ts";
import type { Role, Rule } from "../types.ts";
import type { Condition } from "../requests.ts";

/** No row filter, no hidden fields. */
export const FULL: Rule = Object.freeze({ filter: null, exclude: new Set<string>(), drafts: false });

function toValue(value: Scalar): Value {
  return typeof value === "string" && FILTER_PLACEHOLDERS.has(value) ? placeholder(value) : value;
}

function testsOf(path: readonly string[], value: FilterValue): readonly Condition[] {
  if (value === null) return [{ kind: "test", path, operator: "$null", values: [true] }];
  if (typeof value !== "object") return [{ kind: "test", path, operator: "$eq", values: [toValue(value)] }];
  return Object.entries(value).map(([operator, given]) => {
    const values = (Array.isArray(given) ? given : [given]) as readonly Scalar[];
    return { kind: "test", path, operator, values: values.map(toValue) };
  });
}

/** A permission's filter as a condition. An empty one is refused: every row would match it. */
export function compileFilter(filter: Readonly<Record<string, FilterValue>>): Condition {
  const of = Object.entries(filter).flatMap(([name, value]) => testsOf(name.split("."), value));
  if (of.length === 0) throw new Error("a permission filter must hold at least one test");
  return Object.freeze({ kind: "and", of: Object.freeze(of) });
}

function compileRule(permission: ReadPermission): Rule | null {
  if (typeof permission === "boolean") return permission ? FULL : null;
  return Object.freeze({
    filter: permission.filter ? compileFilter(permission.filter) : null,
    exclude: new Set(permission.fields?.exclude ?? []),
    drafts: permission.drafts ?? false,
  });
}

/** One role of the schema. An operation that is not granted has no entry. */
export function compileRole(definition: RoleDefinition): Role {
  const permissions = Object.entries(definition.permissions ?? {}).map(([entity, operations]) => {
    const rules = Object.entries(operations).flatMap(([operation, permission]) => {
      const rule = permission === undefined ? null : compileRule(permission);
      return rule ? [[operation, rule] as const] : [];
    });
    return [entity, Object.freeze(Object.fromEntries(rules))] as const;
  });
  return Object.freeze({
    name: definition.name,
    isAdmin: definition.isAdmin ?? false,
    public: definition.public ?? false,
    permissions: new Map(permissions),
  });
}

/**
 * The fields of an entity that the role's row filter for reading compares with constants: every row that it may read matches these
 * comparisons.
 */
export function constantlyFiltered({ permissions }: Role, entity: string): readonly string[] {
  const filter = permissions.get(entity)?.read?.filter;
  const tests = filter?.kind === "and" ? filter.of : [];
  return tests.flatMap((test) => {
    if (test.kind !== "test" || test.path.length > 1 || !(test.operator === "$eq" || test.operator === "$in")) return [];
    return test.values.some(isPlaceholder) ? [] : test.path;
  });
}
