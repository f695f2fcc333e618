/** What a draft holds, unparsed, for whoever checks and publishes it. */
import { entityOf } from "../schema.ts";
import { empty, join, prepare, sql, table, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Actor, Entity, Field, Schema, Statement } from "../types.ts";
import { accessCases, versionedEntity } from "./draft-access.ts";
import { targetCtes } from "./draft-base.ts";
import { targetSource } from "./sources.ts";
import { contentJson } from "./values.ts";
import { checkId, verdict } from "./verdict.ts";

/** The one row: the outcome as of a write, the version row that is pending, and JSON text of the content by field name. */
export interface DraftContentRow {
  readonly outcome: "ok" | "not_found" | "changed" | "forbidden";
  readonly draftId: string | null;
  readonly isLive: boolean;
  readonly version: number;
  readonly content: string;
}

/** UUIDs as text: what stored content holds in place of one may be anything. */
const UUID = sql`'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/** The stored value of a relation without ids whose records are gone; what is no id stays, to be refused by its name. */
function standing(schema: Schema, field: Field): Sql {
  const rows = table(entityOf(schema, field.target ?? "").table);
  const stored = sql`(pending.data -> ${word(field.name)})`;
  const stands = (id: Sql) => sql`case when ${id} ~ ${UUID} then exists (select from ${rows} x where x.id = (${id})::uuid) else true end`;
  const kept = sql`select l.value from jsonb_array_elements(${stored}) with ordinality l(value, place) where ${stands(sql`(l.value #>> '{}')`)} order by l.place`;
  const list = sql`case when jsonb_typeof(${stored}) = 'array' then to_jsonb(array(${kept})) else ${stored} end`;
  const value = field.storage.kind === "junction" ? list : sql`case when ${stands(sql`(${stored} #>> '{}')`)} then ${stored} end`;
  return sql`case when pending.data ? ${word(field.name)} then jsonb_build_object(${word(field.name)}, ${value}) else '{}' end`;
}

/** What is pending as it was stored, laid over the row. */
function newestContent(schema: Schema, entity: Entity): Sql {
  const relations = entity.fields.filter(({ target }) => target !== null).map((field) => standing(schema, field));
  const pending = [sql`pending.data`, ...relations].reduce((all, one) => sql`${all} || ${one}`);
  return sql`(${contentJson(targetSource(entity))} || coalesce(${pending}, '{}'))`;
}

/** Reads a record's newest content, the draft's as it was stored or the row's, under the update permission. */
export function planDraftContent(schema: Schema, actor: Actor, entityName: string, id: string | null): Statement {
  const entity = versionedEntity(schema, entityName);
  checkId(entity, id);
  const outcome = verdict(accessCases(schema, actor, entity));
  const columns = sql`${outcome} as outcome, pending.version_id as "draftId", target.published_at is not null as "isLive", target.version, (${newestContent(schema, entity)})::text as content`;
  return prepare(
    sql`with ${join(targetCtes(entity, id === null ? null : sql`${id}`, empty))} select ${columns} from target left join pending on true`,
  );
}
