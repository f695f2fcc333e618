/** The new row of an update, and how it is stored. */
import { column, join, name, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity, Field } from "../../types.ts";
import { isPublishedByWrites } from "../../entities.ts";
import { nextVersion } from "./drafted-row.ts";
import { mergeStored } from "./merge/merge-members.ts";
import type { DataPlan } from "../../plan/data.ts";
import { changedSlug } from "./slugs.ts";
import { ACTOR, NOW, columnNameOf, columnsOf, columnValue, fieldsIn, linksValue, quotedName } from "../values.ts";

/** Column → its new value. */
export type Changes = ReadonlyMap<string, Sql>;

function newValue(entity: Entity, field: Field, data: DataPlan): Sql | null {
  const { values, slugs } = data;
  const stored = column("target", columnNameOf(field));
  if (Object.hasOwn(values, field.name)) return mergeStored(field, columnValue(field, values[field.name]), stored);
  const made = slugs[field.name];
  return made === undefined ? null : changedSlug("target", { entity, field, made, data });
}

/** The columns that the data changes, including generated slugs. */
function changesOf(entity: Entity, data: DataPlan): Changes {
  const changes = fieldsIn(entity, "column").map((field) => [columnNameOf(field), newValue(entity, field, data)] as const);
  return new Map(changes.flatMap(([columnName, value]) => (value ? [[columnName, value] as const] : [])));
}

/** The changes of the data, and those of every write. @param isLive - whether the row to change is live already */
export function allChanges(entity: Entity, data: DataPlan, isLive: boolean): Changes {
  return new Map([
    ["version", entity.versions ? nextVersion(entity) : sql`target.version + 1`],
    ["updated_at", sql`greatest(${NOW}, target.updated_at)`],
    ...(isLive && isPublishedByWrites(entity) ? [] : [["published_at", NOW] as const]),
    ["updated_by", ACTOR.id],
    ["updated_by_kind", ACTOR.kind],
    ...changesOf(entity, data),
  ]);
}

/** `next as (…)`: the whole new row, which filters and versions read before it is stored. */
export function changedRow(entity: Entity, changes: Changes): Sql {
  const columns = columnsOf(entity).map((own) => sql`${changes.get(own) ?? column("target", own)} as ${name(own)}`);
  return sql`next as materialized (select ${join(columns)} from target)`;
}

/** `written as (…)`: stores only the changed columns. */
export function storedRow(entity: Entity, changes: Changes): Sql {
  const assigned = [...changes.keys()].map((key) => sql`${name(key)} = ${column("next", key)}`);
  return sql`written as (update ${table(entity.table)} r set ${join(assigned)} from next, outcome where r.id = next.id and outcome.outcome = 'ok' returning r.*)`;
}

/** One CTE for each many-relation in the data. They are function calls: the statement must join them, or they don't run. */
export function relinkCtes(entity: Entity, values: DataPlan["values"]): readonly { readonly name: Sql; readonly cte: Sql }[] {
  return fieldsIn(entity, "junction").flatMap((field) => {
    if (field.storage.kind !== "junction" || !Object.hasOwn(values, field.name)) return [];
    const call = sql`cms.relink(${quotedName(field.storage.table)}, written.id, ${linksValue(values[field.name])})`;
    const cte = name(`links_${field.name}`);
    return [{ name: cte, cte: sql`${cte} as materialized (select ${call} as done from written)` }];
  });
}
