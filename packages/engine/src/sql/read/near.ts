/** Rows that are found from the other end of a relation to many: targets first, then what is linked with them. */
import type { Filter, ThroughFilter } from "../../plan/filter/contract.ts";
import { filterSql, rowFilterSql } from "../filter.ts";
import { referring } from "../nested-filter.ts";
import { fromClause, junctionOf, rowColumn, sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import { allOf, join, name, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";

interface Near {
  /** For each relation what its few targets are and which rows are linked with them. */
  readonly ctes: readonly Sql[];
  /** The ids of rows among which are all that the filter lets pass, or null where they are too many to be looked up. */
  readonly ids: Sql;
  /** What is left of the filter for those rows. */
  readonly rest: Filter | null;
}

/** Null where no part of the filter that every row must pass goes through a relation to many. */
export function nearRows(filter: Filter | null, source: Source): Near | null {
  const parts = filter ? requiredParts(filter) : [];
  const throughs = parts.filter((part): part is ThroughFilter => part.kind === "through" && isToMany(part));
  if (throughs.length === 0) return null;
  const known = throughs.map((_, at) => sql`(select ids from ${name(`near${at}`)})`);
  const rest = parts.filter((part) => part !== throughs[0]);
  return {
    ctes: throughs.flatMap((through, at) => nearCtes(through, source, at)),
    ids: sql`coalesce(${join(known)})::uuid[]`,
    rest: throughs.length > 1 ? filter : rest.length > 0 ? { kind: "and", of: rest } : null,
  };
}

function isToMany({ field, nested }: ThroughFilter): boolean {
  return nested !== undefined || field.storage.kind === "junction";
}

function requiredParts(filter: Filter): readonly Filter[] {
  return filter.kind === "and" ? filter.of.flatMap(requiredParts) : [filter];
}

/**
 * Looking up 5,000 rows by id takes as long as walking past some ten thousand; what more rows match is soon met on a walk.
 * The inner limit keeps PostgreSQL to the junction's index over targets.
 */
function nearCtes({ field, nested, target, of }: ThroughFilter, source: Source, at: number): readonly Sql[] {
  const inner = sourceOf(target.entity, source.depth + 1);
  const matching = allOf([...rowFilterSql(target, inner), filterSql(of, inner)]);
  const targets = name(`targets${at}`);
  const linked = nested
    ? sql`select j.source_id from ${referring(nested, sql`m.id`)} limit 5001`
    : sql`select j.source_id from ${junctionOf(field)} j where j.target_id = m.id limit 5001`;
  const ids = sql`array(select l.source_id from ${targets} m cross join lateral (${linked}) l limit 5001)`;
  const found = sql`select case when (select count(*) from ${targets}) <= 5000 then ${ids} end as ids`;
  return [
    sql`${targets} as materialized (select ${rowColumn(inner, "id")} from ${fromClause(inner)} where ${matching} limit 5001)`,
    sql`${name(`near${at}`)} as materialized (select case when cardinality(f.ids) <= 5000 then f.ids end as ids from (${found} offset 0) f)`,
  ];
}
