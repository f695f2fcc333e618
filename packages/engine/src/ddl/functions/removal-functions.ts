import { PINNED } from "./pinned.ts";

/**
 * Marks a record, and all records that are deleted with it, as removed for every reader; the rest is done in the background. The caller has
 * locked the record's row. `way` is the engine's `RemovalWay`: which records are deleted with which, which references prevent the deletion
 * (with the error of the foreign key), the unique values that are freed, the entities whose totals change, and the tables of translatable
 * entities: references to a record with another one in its translation group move there instead. Processes of releases that would clear
 * these references don't work on a deletion without a record of level 0.
 */
const REMOVE_LATER = `create or replace function cms.remove_later(of_entity text, of_record uuid, way jsonb)
returns boolean language plpgsql ${PINNED} as $$
declare
  step jsonb;
  deep integer := case when way ? 'groups' then 1 else 0 end;
  added bigint;
  found_rows bigint;
  refers boolean;
begin
  perform cms.start_removing();
  insert into cms.removals (id, entity, root, level) values (of_record, of_entity, of_record, deep) on conflict do nothing;
  if not found then
    perform cms.refuse('not_found'); -- another caller was quicker
  end if;
  loop
    perform cms.choose_siblings(of_record, deep, way -> 'groups');
    added := 0;
    for step in select * from jsonb_array_elements(way -> 'along') loop
      execute format('insert into cms.removals (id, entity, root, level)
        select r.%I, $1, $2, $3 from cms.removals g join %s r on r.%I = g.id
        where g.root = $2 and g.level = $4 and g.entity = $5 and g.sibling is null%s on conflict do nothing', coalesce(step ->> 'source', 'id'),
        step ->> 'table', step ->> 'column', case when step ? 'source' then ' and not r.draft' else '' end)
        using step ->> 'entity', of_record, deep + 1, deep, step ->> 'target';
      get diagnostics found_rows = row_count;
      added := added + found_rows;
    end loop;
    exit when added = 0;
    deep := deep + 1;
  end loop;
  for step in select * from jsonb_array_elements(way -> 'kept') loop
    execute format('select exists (select from cms.removals g join %s r on r.%I = g.id where g.root = $1 and g.entity = $2 and g.sibling is null
      and not exists (select from cms.removals o where o.id = r.%I))', step ->> 'table', step ->> 'column', step ->> 'source')
      into refers using of_record, step ->> 'target';
    if refers then
      raise foreign_key_violation using constraint = step ->> 'constraint', table = step ->> 'name',
        message = 'a record that is referred to was to be removed',
        detail = format('Key (id) is still referenced from table "%s".', step ->> 'name');
    end if;
  end loop;
  if way ? 'group' and not exists (select from cms.trash where id = of_record)
    and exists (select from cms.removals where id = of_record and sibling is null) then
    perform cms.keep_last_member(way -> 'group', of_record, cms.group_of(way ->> 'table', of_record));
  end if;
  if jsonb_array_length(way -> 'freed') > 0 then
    execute format('update %s set %s where id = $1', way ->> 'table', (
      select string_agg(format('%I = %s', one ->> 'column', one ->> 'value'), ', ') from jsonb_array_elements(way -> 'freed') one))
      using of_record;
  end if;
  if of_entity = '_user' then
    perform cms.end_user(of_record);
  end if;
  delete from cms.draft_claims c using cms.removals g where g.root = of_record and c.entity = g.entity and c.record_id = g.id;
  delete from cms.schedules s using cms.removals g where g.root = of_record and s.entity = g.entity and s.record_id = g.id;
  perform cms.count_write(name) from jsonb_array_elements_text(way -> 'counted') name;
  return true;
end $$`;

/**
 * A user is gone for whoever signs in, mails or counts admins too, though the row stays: its address is free, nobody has it, and
 * nothing is mailed about it. Runs as the owner of the tables: who deletes users may not read codes and notices.
 */
const END_USER = `create or replace function cms.end_user(of_user uuid)
returns void language plpgsql security definer ${PINNED} as $$
begin
  if not exists (select from cms.removals where id = of_user and entity = '_user') then
    return; -- only who may mark users as removed ends them
  end if;
  delete from cms.sessions where user_id = of_user;
  delete from cms.user_origins where user_id = of_user;
  delete from cms.user_settings where user_id = of_user;
  update cms.users set email = 'removed:' || id, name = null, role = '' where id = of_user;
  delete from cms.login_requests where user_id = of_user;
  delete from cms.notices where user_id = of_user;
end $$`;

/** In the order in which they need each other. */
export const REMOVAL_FUNCTIONS: readonly string[] = [END_USER, REMOVE_LATER];
