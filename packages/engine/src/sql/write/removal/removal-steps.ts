/** The deletion of records that are being removed, in batches. */
import { placeholder } from "../../../placeholder.ts";
import { groupWayOf } from "../../../references/group-way.ts";
import { referrersOf, type Referrer } from "../../../references/referrers.ts";
import { memoizeFor } from "../../../memoize.ts";
import type { Entity, Schema } from "../../../types.ts";
import type { Statement } from "../../../statements.ts";
import { isRemoved } from "../../removed.ts";
import { allOf, column, join, name, param, prepare, sql, table, typeName } from "../../sql.ts";
import { collated, isCollated } from "../../text-keys.ts";
import { bytesRemoved, deletedDataCte } from "./remove.ts";

/** References that one statement clears. Each of them changes a row in all its indexes. */
const CLEARED_AT_ONCE = sql`250`;
const UNLINKED_AT_ONCE = sql`1000`;
/** Each of them also rewrites a JSON value. */
const EMPTIED_AT_ONCE = sql`50`;
const IDS = sql`${param(placeholder("ids"))}::uuid[]`;

/** The statements for the records `ids` of one entity. Each returns one row: `done`, a number. */
export interface RemovalSteps {
  /** Repeated until the number is 0. */
  readonly clears: readonly Statement[];
  /** Then: deletes the rows and all data about them; a job deletes the bytes of assets. */
  readonly removes: Statement;
}

const memoized = memoizeFor<RemovalSteps | null>();

/** Null for an entity that the configuration doesn't have. */
export function removalSteps(schema: Schema, entityName: string): RemovalSteps | null {
  return memoized(schema, entityName, () => {
    const entity = schema.entities.get(entityName);
    if (!entity) return null;
    const removed = sql`written as (delete from ${table(entity.table)} where id = any(${IDS}) returning id)`;
    const done = sql`select count(forgotten.done)::int as done from forgotten`;
    const also = [deletedDataCte(entity, "written"), ...bytesRemoved(entity, sql`cms.uuid_v7()`)];
    return {
      clears: [...movingStatement(schema, entity), ...referrersOf(schema, entity).flatMap(clearing)],
      removes: prepare(sql`with ${join([removed, ...also])} ${done}`),
    };
  });
}

/** Moves references to other records of their translation groups. */
function movingStatement(schema: Schema, entity: Entity): readonly Statement[] {
  const way = groupWayOf(schema, entity);
  if (!way) return [];
  const leaving = sql`select g.id, g.sibling from cms.removals g where g.id = any(${IDS}) and g.sibling is not null`;
  const moved = sql`cms.move_references(${JSON.stringify(way)}::jsonb, l.id, l.sibling, ${CLEARED_AT_ONCE})`;
  return [prepare(sql`with moved as (select ${moved} as n from (${leaving}) l) select coalesce(sum(n), 0)::int as done from moved`)];
}

/**
 * Frees the unique values of a record that is being removed; they are plan values of the fields. Returns `done`; null if there are none.
 */
export function freeingStatement(schema: Schema, entityName: string, fieldNames: readonly string[]): Statement | null {
  const entity = schema.entities.get(entityName);
  if (!entity?.removable || entity.builtIn || fieldNames.length === 0) return null;
  const same = entity.fields.flatMap((field) => {
    if (!fieldNames.includes(field.name) || field.storage.kind !== "column") return [];
    const { column: of, sqlType } = field.storage;
    const held = isCollated(entity, field) ? collated(column("r", of)) : column("r", of);
    return [{ none: sql`${name(of)} = null`, is: sql`${held} = ${param(placeholder(`value.${field.name}`))}::${typeName(sqlType)}` }];
  });
  const where = allOf([...same.map(({ is }) => is), isRemoved(column("r", "id"))]);
  const freed = sql`update ${table(entity.table)} r set ${join(same.map(({ none }) => none))} where ${where} returning 1`;
  return prepare(sql`with freed as (${freed}) select count(*)::int as done from freed`);
}

/**
 * Nothing if the referring rows are deleted too: they were deleted before, and only drafts may still refer. A referring record that would
 * prevent the deletion is being deleted itself, or was written at the moment of the deletion.
 */
function clearing({ kind, table: of, column: to, onDelete }: Referrer): readonly Statement[] {
  if (onDelete === "cascade" && kind === "column") return [];
  const refers = sql`from ${table(of)} r where ${column("r", to)} = any(${IDS})`;
  const cleared = {
    column: sql`update ${table(of)} l set ${name(to)} = null from (select r.id ${refers} limit ${CLEARED_AT_ONCE} for no key update of r skip locked) c where l.id = c.id`,
    nested: sql`update ${table(of)} l set ${name(to)} = null from (select r.ctid ${refers} limit ${EMPTIED_AT_ONCE} for no key update of r skip locked) c where l.ctid = c.ctid`,
    junction: sql`delete from ${table(of)} l using (select r.source_id, r.target_id ${refers} limit ${UNLINKED_AT_ONCE} for update of r skip locked) c where l.source_id = c.source_id and l.target_id = c.target_id`,
  };
  return [prepare(sql`with cleared as (${cleared[kind]} returning 1) select count(*)::int as done from cleared`)];
}
