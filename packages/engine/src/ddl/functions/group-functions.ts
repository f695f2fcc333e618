/**
 * Functions for translatable records that are deleted: references to them move to another record of the translation group. `way` is the
 * engine's `GroupWay`.
 */
import { MOVE_FUNCTIONS } from "./move-functions.ts";
import { PINNED } from "./pinned.ts";

/**
 * Another record of a translation group, locked so that it stays until the transaction ends: a published one if possible, in the default
 * locale if possible. Null if none is left: those in the trash and in removal don't count.
 */
const OTHER_MEMBER = `create or replace function cms.other_member(of_table text, of_record uuid, in_group uuid, default_locale text)
returns uuid language plpgsql ${PINNED} as $$
declare
  other uuid;
begin
  execute format('select m.id from %s m where m.translation_group = $1 and m.id <> $2
    and not exists (select from cms.removals g where g.id = m.id)
    order by m.published_at is null, m.locale <> $3, m.id limit 1 for key share of m', of_table::regclass)
    into other using in_group, of_record, default_locale;
  return other;
end $$`;

/** The translation group of a record, also of one in the trash. */
const GROUP_OF = `create or replace function cms.group_of(of_table text, of_record uuid)
returns uuid language plpgsql ${PINNED} as $$
declare
  own uuid;
begin
  select translation_group into own from cms.trash where id = of_record;
  if own is null then
    execute format('select translation_group from %s where id = $1', of_table::regclass) into own using of_record;
  end if;
  return own;
end $$`;

/** Whether all other records of the group are leaving too; `groups` are the tables of translatable entities, by name. */
const IS_LAST_MEMBER = `create or replace function cms.is_last_member(groups jsonb, of_entity text, of_record uuid, leaving uuid[])
returns boolean language plpgsql ${PINNED} as $$
declare
  of_table text := groups #>> array[of_entity, 'table'];
  stays boolean;
begin
  if of_table is null then
    return true;
  end if;
  execute format('select exists (select from %s m where m.translation_group = $1 and m.id <> all ($2)
    and not exists (select from cms.removals g where g.id = m.id))', of_table::regclass)
    into stays using cms.group_of(of_table, of_record), leaving;
  return not stays;
end $$`;

/** References that prevent the deletion of the last record of a group, to records of the group in the trash. */
const KEEP_LAST_MEMBER = `create or replace function cms.keep_last_member(way jsonb, of_record uuid, in_group uuid)
returns void language plpgsql ${PINNED} as $$
declare
  step jsonb;
  refers boolean;
begin
  for step in select * from jsonb_array_elements(way -> 'kept') loop
    continue when to_regclass(step ->> 'table') is null;
    execute format('select exists (select from cms.trash w join %s r on r.%I = w.id where w.translation_group = $1 and r.%I <> $2)',
      (step ->> 'table')::regclass, step ->> 'column', step ->> 'source') into refers using in_group, of_record;
    if refers then
      raise foreign_key_violation using constraint = step ->> 'constraint', table = step ->> 'name',
        message = 'a record whose translations are referred to was to be deleted',
        detail = format('Key (id) is still referenced from table "%s".', step ->> 'name');
    end if;
  end loop;
end $$`;

/** References that are still moving to a record that leaves its group move on; without another record the caller tries again later. */
const MOVE_ON = `create or replace function cms.move_on(leaving uuid, other uuid)
returns void language plpgsql ${PINNED} as $$
begin
  if exists (select from cms.removals where sibling = leaving) then
    if other is null then
      raise lock_not_available using message = 'references are still moving to the record';
    end if;
    update cms.removals set sibling = other where sibling = leaving;
  end if;
end $$`;

/** Chooses where the references to the records at a level of a deletion in the background move; `groups` is null without such entities. */
const CHOOSE_SIBLINGS = `create or replace function cms.choose_siblings(of_root uuid, at_level integer, groups jsonb)
returns void language plpgsql ${PINNED} as $$
declare
  gone record;
  of_table text;
  other uuid;
begin
  for gone in select id, groups -> entity as own from cms.removals where root = of_root and level = at_level and groups ? entity loop
    of_table := gone.own ->> 'table';
    other := cms.other_member(of_table, gone.id, cms.group_of(of_table, gone.id), gone.own ->> 'defaultLocale');
    perform cms.move_on(gone.id, other);
    update cms.removals set sibling = other where id = gone.id and other is not null;
  end loop;
end $$`;

/**
 * After a record of a translatable entity is deleted, by whatever statement, and before its foreign keys act: references to it move to
 * another record of its group. All records that the statement deletes are gone then, so none of them is moved to, or changed. What a record
 * in the trash was is deleted with it, so its references move before, unless a foreign key deletes it.
 */
const LEAVE_GROUP = `create or replace function cms.leave_group() returns trigger language plpgsql security definer ${PINNED} as $$
declare
  way jsonb := tg_argv[0]::jsonb;
  was_trashed boolean := exists (select from cms.trash where id = old.id);
  in_group uuid := coalesce((select translation_group from cms.trash where id = old.id), old.translation_group);
  other uuid;
begin
  if tg_when = 'BEFORE' and (not was_trashed or pg_trigger_depth() > 1) then
    return old;
  end if;
  select sibling into other from cms.removals where id = old.id;
  if other is null then
    other := cms.other_member(tg_relid::regclass::text, old.id, in_group, way ->> 'defaultLocale');
  end if;
  perform cms.move_on(old.id, other);
  if other is not null then
    perform cms.move_references(way, old.id, other, null);
  elsif not was_trashed then
    perform cms.keep_last_member(way, old.id, in_group);
  end if;
  return old;
end $$`;

/** In the order in which they need each other. */
export const GROUP_FUNCTIONS: readonly string[] = [
  OTHER_MEMBER,
  GROUP_OF,
  IS_LAST_MEMBER,
  ...MOVE_FUNCTIONS,
  KEEP_LAST_MEMBER,
  MOVE_ON,
  CHOOSE_SIBLINGS,
  LEAVE_GROUP,
];
