/** Semi-joins, evaluated from the other end of a relation: first the targets that match, then the rows linked to them. */
import type { Filter, ThroughFilter } from "../../plan/filter/contract.ts";
import { targetGroupOf } from "../../plan/filter/nested.ts";
import { filterSql, rowFilterSql } from "../../sql/filter.ts";
import { referring } from "../../sql/nested-filter.ts";
import { idsAmong, idsOf } from "../../sql/groups.ts";
import { fromClause, junctionOf, localeOf, related, rowColumn } from "../../sql/source.ts";
import type { Table } from "../../types.ts";
import type { Source } from "../../sql/source.ts";
import { allOf, column, join, name, sql, table } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";

interface SemiJoin {
  /** For each relation: its few matching targets, and the rows linked to them. */
  readonly ctes: readonly Sql[];
  /** Ids that lead to all rows that match the filter, or null if there are too many to look up. */
  readonly ids: Sql;
  /** The column that contains these ids: the row's own id; for a single to-one relation its column, so that its index finds the rows. */
  readonly column: string;
  /** The remaining filter for those rows. */
  readonly rest: Filter | null;
}

/**
 * Which relations are used: to-many ones and those to translatable entities, whose rows PostgreSQL would check one by one; or also to-one ones
 * if an index finds the targets.
 */
export type Ends = "many" | "all";

/** Null if no required part of the filter is a condition through such a relation. */
export function semiJoinOf(filter: Filter | null, source: Source, ends: Ends): SemiJoin | null {
  const parts = filter ? requiredParts(filter) : [];
  const isStored = source.rows === undefined || source.isUndrafted === true;
  const isJoined = (part: ThroughFilter) =>
    !isOfSource(part, source) && (isToMany(part) || (isStored && (groupIn(part) !== null || (ends === "all" && isLookedUp(part)))));
  const throughs = parts.filter((part): part is ThroughFilter => part.kind === "through" && isJoined(part));
  if (throughs.length === 0) return null;
  const known = throughs.map((_, at) => sql`(select ids from ${name(`semi_join${at}`)})`);
  const [only] = throughs;
  const rest = parts.filter((part) => part !== only || groupIn(part) !== null); // of a group, another record may be the one that is used
  const storage = throughs.length === 1 && only?.nested === undefined ? only?.field.storage : undefined;
  const column = storage?.kind === "column" ? storage.column : "id";
  return {
    column,
    ctes: throughs.flatMap((through, at) => semiJoinCtes(through, source, { at, isByTarget: column !== "id" })),
    ids: sql`coalesce(${join(known)})::uuid[]`,
    rest: throughs.length > 1 ? filter : rest.length > 0 ? { kind: "and", of: rest } : null,
  };
}

function isToMany({ field, nested }: ThroughFilter): boolean {
  return nested !== undefined || field.storage.kind === "junction";
}

const FINDING: ReadonlySet<string> = new Set(["$eq", "$in"]);

/** Whether an index finds the targets that match the filter. */
function isLookedUp({ of }: ThroughFilter): boolean {
  if (of.kind === "through") return !isToMany(of) && isLookedUp(of);
  if (of.kind !== "test" || of.inside.length > 0 || of.valueKind === "links") return false;
  const { name: own, definition, target } = of.field;
  const isIndexed = own === "id" || target !== null || definition.index === true || Boolean(definition.unique);
  return isIndexed && FINDING.has(of.operator);
}

function requiredParts(filter: Filter): readonly Filter[] {
  return filter.kind === "and" ? filter.of.flatMap(requiredParts) : [filter];
}

/** The table of the translatable entity that a condition leads to; null if it is not translatable. */
function groupIn(part: Filter): Table | null {
  return part.kind === "through" ? targetGroupOf(part) : null;
}

/** Whether the targets that match depend on the row that refers to them: they lead on to translations in its locale. */
function isOfSource(part: ThroughFilter, source: Source): boolean {
  return groupIn(part) === null && localeOf(source) !== null && usesLocale(part.of);
}

function usesLocale(filter: Filter): boolean {
  if (filter.kind === "test") return false;
  if (filter.kind === "not") return usesLocale(filter.of);
  if (filter.kind === "through") return groupIn(filter) !== null || usesLocale(filter.of);
  if (filter.kind === "referred") return filter.from.entity.translatable || usesLocale(filter.of);
  return filter.of.some(usesLocale);
}

/** The ids of the rows that point to the target `m`, or to another record of its group. */
function linkedWith(through: ThroughFilter, { entity }: Source): Sql {
  const { field, nested } = through;
  const group = groupIn(through);
  const of = group ? sql`any(${idsOf(group, sql`m.translation_group`)})` : sql`m.id`;
  if (nested) return sql`select j.source_id from ${referring(nested, of)}`;
  if (field.storage.kind === "junction") return sql`select j.source_id from ${junctionOf(field)} j where j.target_id = ${of}`;
  return sql`select j.id as source_id from ${table(entity.table)} j where ${column("j", field.storage.column)} = ${of}`;
}

/**
 * Looking up 5,000 rows by id takes as long as scanning some ten thousand; a scan soon finds rows that are more frequent. Because of the
 * inner limit, PostgreSQL uses the junction's index over targets.
 */
function semiJoinCtes(
  through: ThroughFilter,
  source: Source,
  { at, isByTarget }: { readonly at: number; readonly isByTarget: boolean },
): readonly Sql[] {
  const { target, of } = through;
  const inner = related(source, target.entity);
  const group = groupIn(through);
  const matching = allOf([...rowFilterSql(target, inner), filterSql(of, inner)]);
  const targets = name(`targets${at}`);
  const linked = sql`${linkedWith(through, source)} limit 5001`;
  const ids = sql`array(select l.source_id from ${targets} m cross join lateral (${linked}) l limit 5001)`;
  const found = sql`select case when (select count(*) from ${targets}) <= 5000 then ${ids} end as ids`;
  const ofTargets = group ? idsAmong(group, sql`select m.translation_group from ${targets} m`) : sql`array(select m.id from ${targets} m)`;
  const given = isByTarget ? ofTargets : sql`f.ids`;
  const columns = group ? sql`${rowColumn(inner, "id")}, ${rowColumn(inner, "translation_group")}` : rowColumn(inner, "id");
  return [
    sql`${targets} as materialized (select ${columns} from ${fromClause(inner)} where ${matching} limit 5001)`,
    sql`${name(`semi_join${at}`)} as materialized (select case when cardinality(f.ids) <= 5000 then ${given} end as ids from (${found} offset 0) f)`,
  ];
}
