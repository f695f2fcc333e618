/** The function of an entity's trigger for the audit log. The names of the columns are in its text: that is much faster than rows as JSON. */
import { quotedTable } from "../../names.ts";
import { empty, jsonConstant, jsonText, join, literal, name, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Entity } from "../../types.ts";

interface Column {
  readonly field: string;
  readonly hidden: boolean;
  readonly own: Sql;
  readonly sqlType: string;
}

/** Whether a new row has a value that is not an empty list. */
function isGiven({ own, sqlType }: Column): Sql {
  const given = sql`new.${own} is not null`;
  if (sqlType === "jsonb") return sql`${given} and new.${own} <> '[]'`;
  return sqlType.endsWith("[]") ? sql`${given} and new.${own} <> '{}'` : given;
}

/** Whether the column of an updated row has changed. */
function hasChanged({ own }: Column): Sql {
  return sql`new.${own} is distinct from old.${own}`;
}

/** The names of fields as JSON strings, separated by commas. An array, because a function takes at most 100 arguments. */
function namesOf(columns: readonly Column[], isNamed: (column: Column) => Sql, more: readonly Sql[] = []): Sql {
  const names = columns.map((column) => sql`case when ${isNamed(column)} then ${jsonText(column.field)} end`);
  return sql`array_to_string(array[${join([...names, ...more])}]::text[], ',')`;
}

/** The values of the changed fields before and after, as a JSON object. Those of hidden fields are left out. */
function changedValues(columns: readonly Column[]): Sql {
  const values = columns
    .filter(({ hidden }) => !hidden)
    .map((column) => {
      const { field, own } = column;
      const pair = sql`jsonb_build_object('before', to_jsonb(old.${own}), 'after', to_jsonb(new.${own}))`;
      const isNamed = sql`case tg_op when 'INSERT' then ${isGiven(column)} else ${hasChanged(column)} end`;
      return sql`case when ${isNamed} then jsonb_build_object(${literal(field)}, ${pair}) else '{}' end`;
    });
  return values.length === 0 ? sql`null` : sql`case when tg_op <> 'DELETE' then nullif(${join(values, " || ")}, '{}') end`;
}

/** What an update shows if its operation says nothing. */
function updateOf({ versions }: Entity): Sql {
  if (!versions) return sql`'update'`;
  const cases = [
    sql`when new.published_at is null and old.published_at is not null then 'unpublish'`,
    sql`when new.published_at is not null and old.published_at is null then 'publish'`,
  ];
  return sql`case ${join(cases, "\n")} else 'update' end`;
}

const IS_VERSION = sql`(new.version <> old.version or new.published_at is distinct from old.published_at)`;
const IS_TRASHED = sql`operation in ('trash', 'untrash')`;

/** Adds the fields whose rows of junction tables changed, once. A change of the tables is not logged, and the trash by another trigger. */
function addRelinked({ fields }: Entity): Sql {
  const links = fields.flatMap(({ name: field, storage }) => (storage.kind === "junction" ? [[quotedTable(storage.table), field]] : []));
  if (links.length === 0) return empty;
  return sql`
    relinked := current_setting('cms.relinked', true);
    if relinked <> '' and (context is not null or ${IS_VERSION}) then
      changed := concat_ws(',', nullif(changed, ''), (
        select string_agg(to_json(f.value)::text, ',') from jsonb_each_text(${jsonConstant(Object.fromEntries(links))}) f
        where strpos(relinked, f.key || ' ' || new.id::text) > 0));
      perform set_config('cms.relinked', replace(relinked, new.id::text, ''), true);
    end if;`;
}

/** Of an entity with drafts, a row that isn't live contains the draft, which another trigger logs. */
function onUpdate(entity: Entity, columns: readonly Column[]): Sql {
  const owner = sql`case when new.created_by is distinct from old.created_by then '"_createdBy"' end`;
  const isDraft = sql`
    if new.published_at is null and old.published_at is null and new.version <> old.version then
      return null;
    end if;`;
  return sql`${entity.versions ? isDraft : empty}
    if operation is distinct from 'update' then
      if ${IS_TRASHED} then
        return null;
      end if;
      action := case when operation in ('publish', 'unpublish', 'restore', 'assign') then operation else ${updateOf(entity)} end;
    end if;
    changed := ${namesOf(columns, hasChanged, [owner])};${addRelinked(entity)}
    if context is null or changed = '' then
      if not ${IS_VERSION} then
        return null;
      end if;
    end if;
    if context is null then
      by_kind := new.updated_by_kind;
      by_id := new.updated_by;
    end if;`;
}

const ON_INSERT = sql`
    action := case when operation in ('translate', 'duplicate') then operation else 'create' end;
    if context is null then
      by_kind := new.created_by_kind;
      by_id := new.created_by;
    elsif context ? 'l' then
      changed := concat_ws(',', nullif(changed, ''), btrim((context -> 'l')::text, '[]'));
    end if;`;

/**
 * The body of the function, quoted. It contains the columns' types: a session can't run it with others. PL/pgSQL prepares each expression and
 * each function in it again in every transaction: that is most of what the log costs, so the usual path has few. A process of an earlier release
 * and SQL give no context: the row has its author.
 */
export function rowFunction(entity: Entity, isKeepingValues: boolean): Sql {
  const columns = entity.fields.flatMap(({ name: field, hidden, storage }) =>
    storage.kind === "column" ? [{ field, hidden, own: name(storage.column), sqlType: storage.sqlType }] : [],
  );
  return sql`$audit$
declare
  given text := current_setting('cms.audit', true); -- ${jsonText(columns.map(({ sqlType }) => sqlType))}
  context jsonb;
  operation text;
  action text := 'update';
  changed text := '';
  relinked text;
  by_kind text;
  by_id uuid;
begin
  if given ^@ '{' then
    context := given;
    if context ->> 'e' = ${literal(entity.name)} then
      operation := context ->> 'o';
    end if;
  elsif given = 'off' and cms.audit_context() is not null then
    return null;
  end if;
  if tg_op <> 'INSERT' and cms.is_removing() then
    if exists (select from cms.removals where id = old.id) then
      return null; -- its deletion was logged when it was marked
    end if;
  end if;
  if tg_op = 'UPDATE' then${onUpdate(entity, columns)}
  elsif tg_op = 'INSERT' then
    changed := ${namesOf(columns, isGiven)};${ON_INSERT}
  else
    action := case when operation = 'discard' then operation else 'delete' end;
  end if;
  insert into cms.audit (actor_kind, actor_id, action, entity, record_id, changes, "values", address, request_id)
  values (coalesce(by_kind, context ->> 'k'), coalesce(by_id, (context ->> 'i')::uuid), action, ${literal(entity.name)}, coalesce(new.id, old.id), ('[' || changed || ']')::jsonb, ${isKeepingValues ? changedValues(columns) : sql`null`},
    context ->> 'a', context ->> 'r');
  return null;
end $audit$`;
}
