import { PINNED } from "./pinned.ts";

/** SQL functions that complete a change of the configuration after the processes with the previous one have ended. */

/** Copies a field's value in a row of the history to the one of its two names that is missing. */
const KEEP_BOTH_NAMES = `create or replace function cms.keep_both_names() returns trigger language plpgsql ${PINNED} as $$
begin
  if jsonb_exists(new.data, tg_argv[0]) and not jsonb_exists(new.data, tg_argv[1]) then
    new.data := new.data || jsonb_build_object(tg_argv[1], new.data -> tg_argv[0]);
  elsif jsonb_exists(new.data, tg_argv[1]) and not jsonb_exists(new.data, tg_argv[0]) then
    new.data := new.data || jsonb_build_object(tg_argv[0], new.data -> tg_argv[1]);
  end if;
  return new;
end $$`;

/**
 * Runs the next step that the last change left until no process works with another configuration. A step that changes rows is repeated
 * until it changes none; one with `from` continues after that id. Returns whether it did something: there may be more. It runs with the
 * privileges of its owner, for services that may not change tables; the migration has decided what it does. In the first seconds after the
 * server's start no process counts as ended.
 */
const FINISH_CHANGE = `create or replace function cms.finish_change() returns boolean language plpgsql security definer
${PINNED} set lock_timeout = '200ms' as $$
declare
  stored cms.schema_state;
  touched bigint;
  last text;
begin
  select * into stored from cms.schema_state where superseded_at is null and leftovers is not null for update skip locked;
  if not found or pg_postmaster_start_time() > clock_timestamp() - interval '3 s' or exists (
    select from pg_stat_activity where datname = current_database()
    and application_name ~ '^colophon [0-9a-f]{32}$' and application_name <> 'colophon ' || left(stored.hash, 32)) then
    return false;
  end if;
  if jsonb_exists(stored.leftovers -> 0, 'from') then
    execute stored.leftovers -> 0 ->> 'sql' into last using (stored.leftovers -> 0 ->> 'from')::uuid;
    update cms.schema_state set leftovers = jsonb_set(leftovers, '{0,from}', to_jsonb(last)) where hash = stored.hash and last is not null;
    touched := case when last is null then 0 else 1 end;
  else
    execute stored.leftovers -> 0 ->> 'sql';
    get diagnostics touched = row_count;
  end if;
  if touched = 0 then
    update cms.schema_state set leftovers = case when jsonb_array_length(leftovers) > 1 then leftovers - 0 end
    where hash = stored.hash;
  end if;
  return true;
exception when lock_not_available or deadlock_detected then
  return false;
end $$`;

/** Before a switch, while every process writes the first of two names: copies the value to the second. */
export const FOLLOW_OLD_NAME = `create or replace function cms.follow_old_name() returns trigger language plpgsql ${PINNED} as $$
begin
  if jsonb_exists(new.data, tg_argv[0]) then
    new.data := new.data || jsonb_build_object(tg_argv[1], new.data -> tg_argv[0]);
  end if;
  return new;
end $$`;

/** Content whose fields have other names: `names` has the new name of each by its old one. */
const RENAMED_FIELDS = `create or replace function cms.renamed_fields(content jsonb, names jsonb)
returns jsonb language sql immutable begin atomic
  select content - array(select jsonb_object_keys(names)) || coalesce((
    select jsonb_object_agg(n.value, content -> n.key) from jsonb_each_text(names) n where jsonb_exists(content, n.key)), '{}');
end`;

/** A version copied to the history of another entity. Its id is derived from the id of the original. */
const COPIED_VERSION = `create or replace function cms.copied_version(original cms.versions, to_entity text, names jsonb)
returns cms.versions language sql immutable ${PINNED} as $$
  select jsonb_populate_record(original, jsonb_build_object('entity', to_entity, 'data', cms.renamed_fields(original.data, names), 'id',
    overlay(overlay(md5(original.id || to_entity) placing '8' from 13) placing '8' from 17)))
$$`;

/** A row of the trash copied to the trash of another entity. */
const COPIED_TRASH = `create or replace function cms.copied_trash(original cms.trash, to_entity text, names jsonb)
returns cms.trash language sql immutable ${PINNED} as $$
  select jsonb_populate_record(original, jsonb_build_object('entity', to_entity, 'data', cms.renamed_fields(original.data, names)))
$$`;

/** Before a switch, while every process writes versions of one entity: writes the same versions for another one. */
const FOLLOW_COPIES = `create or replace function cms.follow_entity() returns trigger language plpgsql ${PINNED} as $$
begin
  if tg_op <> 'INSERT' and old.entity = tg_argv[0] then
    delete from cms.versions where entity = tg_argv[1] and record_id = old.record_id and number = old.number;
  end if;
  if tg_op <> 'DELETE' and new.entity = tg_argv[0] then
    insert into cms.versions select c.* from cms.copied_version(new, tg_argv[1], tg_argv[2]::jsonb) c;
  end if;
  return null;
end $$`;

/** The same for the trash. */
const FOLLOW_TRASH = `create or replace function cms.follow_trash() returns trigger language plpgsql ${PINNED} as $$
begin
  if tg_op <> 'INSERT' and old.entity = tg_argv[0] then
    delete from cms.trash where entity = tg_argv[1] and id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.entity = tg_argv[0] then
    insert into cms.trash select c.* from cms.copied_trash(new, tg_argv[1], tg_argv[2]::jsonb) c;
  end if;
  return null;
end $$`;

/** A record's first link; asked in a statement of its own, so that it is the newest whatever the caller waited for. */
export const FIRST_LINK = `create or replace function cms.first_link(junction text, source uuid) returns uuid language plpgsql ${PINNED} as $$
declare
  found_id uuid;
begin
  execute format('select target_id from content.%I where source_id = $1 order by position limit 1', junction) into found_id using source;
  return found_id;
end $$`;

/** Functions that copy rows of a renamed entity, in the order of their dependencies. */
export const FOLLOW_ENTITY: readonly string[] = [RENAMED_FIELDS, COPIED_VERSION, FOLLOW_COPIES, COPIED_TRASH, FOLLOW_TRASH];

export const CHANGE_FUNCTIONS: readonly string[] = [KEEP_BOTH_NAMES, FOLLOW_OLD_NAME, ...FOLLOW_ENTITY, FIRST_LINK, FINISH_CHANGE];
