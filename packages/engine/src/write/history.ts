/** The versions of a record, for those who may update it. */
import { AppError } from "@colophon/errors";
import { overlaidSource } from "../drafts.ts";
import { isUuid } from "../field-types/index.ts";
import { ruleFor } from "../permissions.ts";
import { scrubSql } from "../project/scrub.ts";
import { answerSelection } from "../project/selection.ts";
import type { Column } from "../project/selection.ts";
import { arrayJson, isoTime } from "../project/sql.ts";
import { fromClause } from "../source.ts";
import { empty, join, name, prepare, sql, table, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Actor, Entity, Schema, Statement } from "../types.ts";
import { reaches } from "./answer.ts";
import { accessCases, versionedEntity } from "./draft-access.ts";
import { targetCte } from "./update.ts";
import { checkId, verdict } from "./verdict.ts";

/** One page of a history: JSON text of an array, newest first, and how many there are in all. */
export interface HistoryRow {
  readonly outcome: "ok" | "not_found" | "forbidden";
  readonly data: string;
  readonly total: string;
}

/** One version: what this actor may see of it, and its whole content for `parseStored`. */
export interface VersionRow {
  readonly outcome: "ok" | "not_found" | "forbidden";
  /** JSON text of `{ id, number, status, pinned, createdAt, createdBy, data }`; null when there is no such version. */
  readonly data: string | null;
  /** JSON text of the stored content by field name, as it was stored. */
  readonly content: string | null;
}

const SUMMARY = sql`v.id as "id", v.number as "number", v.status as "status", v.pending or v.published as "pinned", ${isoTime(sql`v.created_at`)} as "createdAt", v.created_by as "createdBy"`;

function ofRecord(entity: Entity): Sql {
  return sql`cms.versions v join target on v.entity = ${word(entity.name)} and v.record_id = target.id`;
}

/** Lists a record's versions. `id` is null for a global. */
export function planHistory(
  schema: Schema,
  actor: Actor,
  entityName: string,
  id: string | null,
  page: { limit: number; offset: number },
): Statement {
  const entity = versionedEntity(schema, entityName);
  checkId(entity, id);
  const rows = sql`select ${SUMMARY} from ${ofRecord(entity)} order by v.number desc limit ${page.limit}::integer offset ${page.offset}::integer`;
  const total = sql`(select count(*) from ${ofRecord(entity)})::text`;
  const outcome = verdict(accessCases(schema, actor, entity));
  return prepare(
    sql`with ${targetCte(entity, id === null ? null : sql`${id}`, empty)} select ${outcome} as outcome, (${arrayJson(rows)})::text as data, ${total} as total from target`,
  );
}

function visibleValue(column: Column): readonly Sql[] {
  const stored = sql`v.data -> ${word(column.name)}`;
  if (column.kind === "links") return [sql`${word(column.name)}, ${stored}`];
  if (column.kind === "blank") return [sql`${word(column.name)}, ${column.many ? sql`'[]'::jsonb` : sql`null::jsonb`}`];
  if (column.kind !== "value" || column.field.automatic) return [];
  return [sql`${word(column.name)}, ${column.scrub ? scrubSql(column.scrub, sql`(${stored})`) : stored}`];
}

/** The content as the actor may see it: every visible field, null where the version knows none. */
function visibleContent(schema: Schema, actor: Actor, entity: Entity): Sql {
  const pairs = answerSelection(schema, actor, entity).columns.flatMap(visibleValue);
  const objects = pairs.map((pair) => sql`jsonb_build_object(${pair})`);
  return objects.reduce((all, one) => sql`${all} || ${one}`, sql`'{}'::jsonb`);
}

/** A version as SQL. What lay outside the actor's read filter then shows no content, as the answer to a write would not. */
function versionRow(schema: Schema, actor: Actor, entity: Entity): Sql {
  const row = name("_row"); // no field's name begins with an underscore
  const was = overlaidSource(entity, row, sql`v.data`);
  const content = visibleContent(schema, actor, entity);
  const isReadable = ruleFor(schema, actor, entity.name, "read") ? reaches(schema, actor, "read", was) : sql`true`;
  const rows = sql`cms.versions v join ${table(entity.table)} ${row} on ${row}.id = v.record_id cross join ${fromClause(was)}`;
  return sql`select ${SUMMARY}, case when ${isReadable} then ${content} else '{}'::jsonb end as "data" from ${rows} where v.id = version.id`;
}

/** One version of a record, pinned or not. @throws NOT_FOUND for what is no id */
export function planVersion(schema: Schema, actor: Actor, entityName: string, id: string | null, versionId: string): Statement {
  const entity = versionedEntity(schema, entityName);
  checkId(entity, id);
  if (!isUuid(versionId)) throw new AppError("NOT_FOUND");
  const version = sql`left join (select v.id, v.data from ${ofRecord(entity)} and v.id = ${versionId}::uuid) version on true`;
  const data = sql`(select row_to_json(${name("_row")}) from (${versionRow(schema, actor, entity)}) ${name("_row")})::text`;
  const columns = join([
    sql`${verdict(accessCases(schema, actor, entity))} as outcome`,
    sql`${data} as data`,
    sql`version.data::text as content`,
  ]);
  return prepare(sql`with ${targetCte(entity, id === null ? null : sql`${id}`, empty)} select ${columns} from target ${version}`);
}
