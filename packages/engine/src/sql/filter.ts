/** Filter → SQL: the WHERE conditions of lists, records, relations and permissions. */
import { STATUS } from "../entities.ts";
import { searchedIn } from "../searchable.ts";
import { caseKey, collated, hasPrefixIndex, isCollated, scannedCaseKey } from "./text-keys.ts";
import { allOf, anyOf, param, sql, literal, type Sql } from "./sql.ts";
import { idsWith, inGroups } from "./groups.ts";
import { elementsSql, isScalar, memberOf, severalInside, singleInside } from "./json-values.ts";
import { nestedIds, nestedRows } from "./nested-filter.ts";
import { referringRows, relatedRows } from "./related-rows.ts";
import { exists, isNotRemoved, isRemovedOrTrashed } from "./removed.ts";
import { columnOf, linkRows, linksOf, liveOnly, related, rowColumn, storedColumn, storedLinks, type Source } from "./source.ts";
import type { Field, Table } from "../types.ts";
import type { Kind } from "@colophon/model";
import { operatorOf, type Operator, type Several, type Single } from "./operators.ts";
import type {
  Filter,
  ReferredFilter as Referred,
  RowFilter,
  TestFilter as Test,
  ThroughFilter as Through,
} from "../plan/filter/contract.ts";
import { SCALAR_TYPES } from "../plan/filter/operand.ts";

const SQL_TYPES: Record<Kind, string> = {
  ...SCALAR_TYPES,
  choices: "text",
  links: "uuid",
  json: "jsonb",
};

/** The condition on the rows of a source. It may be null if a value is: only `true` counts. */
export function filterSql(filter: Filter, source: Source): Sql {
  const parts = filter.kind === "and" || filter.kind === "or" ? filter.of.map((part) => filterSql(part, source)) : [];
  if (parts.length === 1 && parts[0]) return parts[0];
  if (filter.kind === "and") return sql`(${allOf(parts)})`;
  if (filter.kind === "or") return anyOf(parts);
  if (filter.kind === "not") return sql`(${filterSql(filter.of, source)}) is not true`;
  if (filter.kind === "through") return throughSql(filter, source);
  if (filter.kind === "referred") return referredSql(filter, source);
  return testSql(filter, source);
}

/** Whether a row of the source may be read, as conditions to be joined by `and`. */
export function rowFilterSql({ filter }: RowFilter, source: Source, { drafts = false } = {}): readonly Sql[] {
  const live = drafts ? null : liveOnly(source);
  const there = live ? [live, ...isNotRemoved(source.entity, source.alias)] : exists(source.entity, source.alias); // rows in the trash are not live
  return [...there, ...(filter ? [ruleSql(filter, source)] : [])];
}

/** A row filter of a permission: whether it matches a row doesn't depend on the locale that the caller asks for. */
export function ruleSql(filter: Filter, source: Source): Sql {
  return filterSql(filter, { ...source, asked: null, locale: null });
}

/** At least one related row that may be read matches the rest. */
function throughSql({ field, nested, target, of }: Through, source: Source): Sql {
  const inner = related(source, target.entity);
  const readable = rowFilterSql(target, inner);
  const rows = nested ? nestedRows(nested, field, { source, inner }, readable) : relatedRows(source, field, inner, readable);
  return sql`exists (select from ${rows} and ${filterSql(of, inner)})`;
}

/** At least one row that refers to this one, and that may be read, matches the rest. */
function referredSql(referred: Referred, source: Source): Sql {
  const { from, of } = referred;
  const inner = related(source, from.entity);
  const rows = referringRows(source, referred, inner, (row) => rowFilterSql(from, row));
  return sql`exists (select from ${rows} and ${filterSql(of, inner)})`;
}

function testSql(test: Test, source: Source): Sql {
  const operator = operatorOf(test.operator);
  if (operator && test.steps) return elementsSql({ ...test, steps: test.steps }, operator, source);
  const several = severalOf(test, source);
  if (several && operator?.several) return operator.several(several, test.values);
  if (!several && operator?.single) {
    if (test.field === STATUS && source.isUndrafted) return undraftedStatus(operator.single, test, source);
    if (test.group && SAME.has(test.operator)) return groupSql(test, test.group.table, source);
    if (mayReadAsEmpty(test.field) && FINDING.has(test.operator)) return storedIdSql(operator.single, test, source);
    const condition = operator.single(singleOf(test, source), test.values);
    return test.inside.length > 0 && test.valueKind !== "json" ? sql`(${condition} and ${isScalar(memberOf(test, source))})` : condition;
  }
  throw new TypeError(`${test.operator} does not take ${test.field.name}`);
}

/** Without a pending draft a row is published or never was: compared as constants, so that the planner drops impossible cases. */
function undraftedStatus(ask: NonNullable<Operator["single"]>, test: Test, source: Source): Sql {
  const is = (status: string) =>
    ask({ ...singleOf(test, source), value: collated(sql`${literal(status)}::text`), text: literal(status) }, test.values);
  const published = rowColumn(source, "published_at");
  return sql`(${published} is null and ${is("draft")} or ${published} is not null and ${is("published")})`;
}

/** Operators that never match a row without a value. */
const FINDING: ReadonlySet<string> = new Set(["$eq", "$in"]);

/** Whether the field reads as empty while its id is still stored. */
function mayReadAsEmpty({ clears, trashable, storage }: Field): boolean {
  return (clears || trashable) && storage.kind === "column";
}

/** Compares the stored id, so that its index is used even while records are being removed. */
function storedIdSql(ask: NonNullable<Operator["single"]>, test: Test, source: Source): Sql {
  const stored = storedColumn(source, test.field);
  return sql`(${ask({ ...singleOf(test, source), value: stored }, test.values)} and not ${isRemovedOrTrashed(test.field, stored) ?? sql`false`})`;
}

/** Operators that compare ids. */
const SAME: ReadonlySet<string> = new Set(["$eq", "$ne", "$in", "$notIn"]);

/** Compares the stored id with all ids of the groups, so that its index is used. */
function groupSql({ field, operator, values }: Test, group: Table, source: Source): Sql {
  const stored = storedColumn(source, field);
  const same = sql`${stored} = any(${idsWith(group, sql`${param(values)}::uuid[]`)})`;
  const gone = isRemovedOrTrashed(field, stored);
  const found = gone ? sql`(${same} and not ${gone})` : same;
  return operator === "$ne" || operator === "$notIn" ? sql`(${found}) is not true` : found;
}

function singleOf(test: Test, source: Source): Single {
  if (test.inside.length > 0)
    return singleInside(memberOf(test, source), test.valueKind, { isSearched: isSearched(test), knowsValues: source.knowsValues ?? false });
  const text = columnOf(source, test.field);
  const value = isCollated(source.entity, test.field) ? collated(text) : text;
  const key = hasPrefixIndex(test.field) ? caseKey(text) : scannedCaseKey(text);
  return { value, sqlType: SQL_TYPES[test.valueKind], text, key, isSearched: isSearched(test), knowsValues: source.knowsValues ?? false };
}

/** Whether there is an index on the search key of the text. */
export function isSearched({ field, inside }: Test): boolean {
  return searchedIn(field).some((text) => text.kind === "text" && text.inside.join() === inside.join());
}

function severalOf(test: Test, source: Source): Several | null {
  const group = test.group?.table ?? null;
  if (test.nested) return nestedIds(test.nested, test.field, source);
  if (test.valueKind === "links")
    return source.links ? heldLinks(linksOf(source, test.field), group) : junctionLinks(source, test.field, group);
  if (test.valueKind !== "choices") return null;
  if (test.inside.length > 0) return severalInside(memberOf(test, source));
  const held = columnOf(source, test.field);
  return { any: (v) => sql`${held} && ${v}`, all: (v) => sql`${held} @> ${v}`, isNull: sql`${held} is null`, sqlType: "text" };
}

function junctionLinks(source: Source, field: Field, group: Table | null): Several {
  const rows = sql`select from ${linkRows(source, field)}`;
  const any = (v: Sql) => sql`exists (${rows} and j.target_id = any(${v}))`;
  const isNull = sql`not exists (${rows})`;
  if (group) return inGroups(group, { any, isNull });
  return { any, all: (v) => sql`${storedLinks(source, field)} @> ${v}`, isNull, sqlType: "uuid" };
}

function heldLinks(links: Sql, group: Table | null): Several {
  const any = (v: Sql) => sql`${links} && ${v}`;
  const isNull = sql`cardinality(${links}) = 0`;
  if (group) return inGroups(group, { any, isNull });
  return { any, all: (v) => sql`${links} @> ${v}`, isNull, sqlType: "uuid" };
}
