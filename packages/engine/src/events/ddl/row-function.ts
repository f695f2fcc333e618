/** The function of an entity's trigger for webhooks and event streams. Columns are in its text: that is much faster than rows as JSON. */
import { join, jsonText, literal, name, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { objectOf } from "../../sql/values.ts";
import type { Entity, EventSource } from "../../types.ts";

/** The values that row filters compare, as JSON. */
function filtered(row: "old" | "new", columns: readonly string[]): Sql {
  return objectOf(columns.map((column) => [column, sql`${name(row)}.${name(column)}`]));
}

function insertInto(tableName: "events" | "stream_events", values: Readonly<Record<string, Sql>>): Sql {
  const columns = Object.keys(values).map((column) => name(column));
  return sql`insert into cms.${name(tableName)} (${join(columns)}) values (${join(Object.values(values))});`;
}

interface Happened {
  readonly event: Sql;
  readonly row: "new" | "old";
  /** Whether there is a row before and after the change, for those who may read it. */
  readonly before: Sql;
  readonly after: Sql;
}

/** Writes the event for those who are told. `before` and `after` are null where there is no such row for readers. */
function inserts(entity: Entity, { told, columns }: EventSource, { event: happened, row, before, after }: Happened): Sql {
  const of = (column: string): Sql => sql`${name(row)}.${name(column)}`;
  const event = {
    event: happened,
    entity: literal(entity.name),
    record_id: of("id"),
    version: of("version"),
    locale: entity.translatable ? of("locale") : sql`null`,
    at: sql`clock_timestamp()`,
  };
  const compared = Object.keys(columns);
  const filters = {
    before: sql`case when ${before} then ${filtered("old", compared)} end`,
    after: sql`case when ${after} then ${filtered("new", compared)} end`,
  };
  return join(
    [
      ...(told === "stream" ? [] : [insertInto("events", event)]),
      ...(told === "webhooks"
        ? []
        : [
            insertInto("stream_events", {
              xact: sql`pg_current_xact_id()::text::bigint`,
              ...event,
              ...(compared.length > 0 && filters),
            }),
          ]),
    ],
    "\n",
  );
}

const LIVE = { old: sql`old.published_at is not null`, new: sql`new.published_at is not null` };
const IS_TOLD = sql`current_setting('cms.events', true) is distinct from 'off'`;
const NO = sql`false`;
const YES = sql`true`;

/**
 * The body of the function, quoted: what a written row means for readers of live records. A record in the trash is deleted for them, and one
 * that is being removed was announced before. The setting `cms.events` is `off` in an import without events. The body contains the columns'
 * types: a session can't run it with others. PL/pgSQL prepares each expression again in every transaction: the usual path has few.
 */
export function eventFunction(entity: Entity, source: EventSource): Sql {
  const types = entity.fields.flatMap(({ storage }) =>
    storage.kind === "column" && Object.hasOwn(source.columns, storage.column) ? [storage.sqlType] : [],
  );
  const created = { event: sql`'published'`, row: "new", before: NO, after: YES } as const;
  const changed = { event: sql`happened`, row: "new", before: LIVE.old, after: LIVE.new } as const;
  const deleted = { event: sql`case when ${LIVE.old} then 'deleted' else 'draft' end`, row: "old", before: YES, after: NO } as const;
  return sql`$event$
declare
  happened text; -- ${jsonText(types)}
begin
  if tg_op = 'INSERT' then
    if ${LIVE.new} and ${IS_TOLD} then
      ${inserts(entity, source, created)}
    end if;
  elsif tg_op = 'UPDATE' then
    if ${LIVE.old} then
      if ${LIVE.new} then
        happened := case when new.version <> old.version then 'updated' end;
      else
        happened := case when exists (select from cms.trash where id = new.id) then 'deleted' else 'unpublished' end;
      end if;
    elsif ${LIVE.new} then
      happened := 'published';
    end if;
    if happened is not null and ${IS_TOLD} then
      ${inserts(entity, source, changed)}
    end if;
  elsif not (cms.is_removing() and exists (select from cms.removals where id = old.id)) and ${IS_TOLD} then
    ${inserts(entity, source, deleted)}
  end if;
  return null;
end $event$`;
}
