/** The function of an entity's trigger for webhooks and event streams. Columns are in its text: that is much faster than rows as JSON. */
import { empty, join, jsonText, literal, name, sql } from "../../sql/sql.ts";
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

/** What is written for those who are told. `before` and `after` are null where there is no such row for readers. */
function inserts(entity: Entity, { told, columns }: EventSource): Sql {
  const event = {
    event: sql`happened`,
    entity: literal(entity.name),
    record_id: sql`of_id`,
    version: sql`at_version`,
    locale: entity.translatable ? sql`in_locale` : sql`null`,
    at: sql`clock_timestamp()`,
  };
  const compared = Object.keys(columns);
  const before = sql`case when was_live or happened = 'draft' then ${filtered("old", compared)} end`;
  const filters = compared.length === 0 ? {} : { before, after: sql`case when is_live then ${filtered("new", compared)} end` };
  return join(
    [
      ...(told === "stream" ? [] : [insertInto("events", event)]),
      ...(told === "webhooks"
        ? []
        : [insertInto("stream_events", { xact: sql`pg_current_xact_id()::text::bigint`, ...event, ...filters })]),
    ],
    "\n",
  );
}

/**
 * The body of the function, quoted: what a written row means for readers of live records. A record in the trash is deleted for them, and one
 * that is being removed was announced before. The setting `cms.events` is `off` in an import without events. The body contains the columns'
 * types: a session can't run it with others.
 */
export function eventFunction(entity: Entity, source: EventSource): Sql {
  const types = entity.fields.flatMap(({ storage }) =>
    storage.kind === "column" && Object.hasOwn(source.columns, storage.column) ? [storage.sqlType] : [],
  );
  const inLocale = entity.translatable ? sql`\n  in_locale text := case when tg_op = 'DELETE' then old.locale else new.locale end;` : empty;
  return sql`$event$
declare
  happened text; -- ${jsonText(types)}
  was_live boolean := tg_op <> 'INSERT' and old.published_at is not null;
  is_live boolean := tg_op <> 'DELETE' and new.published_at is not null;
  of_id uuid := case when tg_op = 'DELETE' then old.id else new.id end;
  at_version integer := case when tg_op = 'DELETE' then old.version else new.version end;${inLocale}
begin
  if tg_op = 'DELETE' then
    if cms.is_removing() and exists (select from cms.removals where id = old.id) then
      return null;
    end if;
    happened := case when was_live then 'deleted' else 'draft' end;
  elsif is_live and not was_live then
    happened := 'published';
  elsif was_live and not is_live then
    happened := case when exists (select from cms.trash where id = new.id) then 'deleted' else 'unpublished' end;
  elsif was_live and is_live and new.version <> old.version then
    happened := 'updated';
  else
    return null;
  end if;
  if current_setting('cms.events', true) is not distinct from 'off' then
    return null;
  end if;
  ${inserts(entity, source)}
  return null;
end $event$`;
}
