/** Functions that put the id of one record in place of another's, wherever references are stored. `way` is the engine's `GroupWay`. */
import { PINNED } from "./pinned.ts";

/** The value with the ids to which references at the path are still moving. */
const WITH_PRESENT_REFERENCES = `create or replace function cms.with_present_references(content jsonb, place jsonpath, way text[])
returns jsonb language plpgsql stable ${PINNED} as $$
declare
  moving record;
begin
  for moving in select g.id, g.sibling from cms.ids_in(content, place) i join cms.removals g on g.id = i where g.sibling is not null loop
    content := cms.with_references(content, way, array[moving.id], moving.sibling);
  end loop;
  return content;
end $$`;

/** The value with another id in place of one at the end of each of the paths. */
const WITH_REFERENCE_AT = `create or replace function cms.with_reference_at(content jsonb, ways jsonb, old_id uuid, new_id uuid)
returns jsonb language plpgsql immutable ${PINNED} as $$
declare
  path jsonb;
begin
  for path in select * from jsonb_array_elements(ways) loop
    content := cms.with_references(content, array(select jsonb_array_elements_text(path)), array[old_id], new_id);
  end loop;
  return content;
end $$`;

/**
 * Moves the references in pending drafts and in the trash, and the claims of unique ones, unless another draft has claimed the new value.
 * @returns how many contents were changed
 */
const MOVE_KEPT_REFERENCES = `create or replace function cms.move_kept_references(way jsonb, old_id uuid, new_id uuid)
returns integer language plpgsql ${PINNED} as $$
declare
  step jsonb;
  found_rows integer;
  done integer := 0;
begin
  for step in select * from jsonb_array_elements(way -> 'contents') loop
    update cms.versions set data = cms.with_reference_at(data, step -> 'ways', old_id, new_id)
    where entity = step ->> 'entity' and pending and strpos(data::text, old_id::text) > 0
    and cms.with_reference_at(data, step -> 'ways', old_id, new_id) is distinct from data;
    get diagnostics found_rows = row_count;
    done := done + found_rows;
    update cms.trash set data = cms.with_reference_at(data, step -> 'ways', old_id, new_id)
    where entity = step ->> 'entity' and strpos(data::text, old_id::text) > 0
    and cms.with_reference_at(data, step -> 'ways', old_id, new_id) is distinct from data;
    get diagnostics found_rows = row_count;
    done := done + found_rows;
    update cms.draft_claims d set value = replace(d.value, old_id::text, new_id::text)
    where d.entity = step ->> 'entity' and step -> 'rules' ? d.field and strpos(d.value, old_id::text) > 0
    and not exists (select from cms.draft_claims c where c.entity = d.entity and c.field = d.field and c.scope = d.scope
      and c.value = replace(d.value, old_id::text, new_id::text));
  end loop;
  return done;
end $$`;

/** Moves the references in JSON, at most so many; null: all. @returns how many moved */
const MOVE_NESTED_REFERENCES = `create or replace function cms.move_nested_references(step jsonb, old_id uuid, new_id uuid, at_most integer)
returns integer language plpgsql ${PINNED} as $$
declare
  one record;
  place jsonb;
  found_rows integer;
  done integer := 0;
begin
  for one in execute format('select source_id as id, path from %s where %I = $1 and not draft and source_id <> $1 limit $2',
    (step ->> 'table')::regclass, step ->> 'column') using old_id, at_most loop
    for place in select * from jsonb_array_elements(step -> 'paths') p where p ->> 'path' = one.path loop
      execute format(case when place ? 'text' then 'update %s set %I = cms.with_references(to_jsonb(%2$I), $2, array[$3], $4) #>> ''{}'' where id = $1
        and cms.with_references(to_jsonb(%2$I), $2, array[$3], $4) is distinct from to_jsonb(%2$I)'
        else 'update %s set %I = cms.with_references(%2$I, $2, array[$3], $4) where id = $1
        and cms.with_references(%2$I, $2, array[$3], $4) is distinct from %2$I' end, (step ->> 'records')::regclass, place ->> 'column')
        using one.id, array(select jsonb_array_elements_text(place -> 'steps')), old_id, new_id;
      get diagnostics found_rows = row_count;
      done := done + found_rows;
    end loop;
  end loop;
  return done;
end $$`;

/** Moves the references in a column with a unique rule, except those whose new value another record has: the foreign key decides about them. */
const MOVE_UNIQUE_REFERENCES = `create or replace function cms.move_unique_references(step jsonb, old_id uuid, new_id uuid, at_most integer)
returns integer language plpgsql ${PINNED} as $$
declare
  one record;
  of_table regclass := step ->> 'table';
  done integer := 0;
begin
  for one in execute format('select id from %s where %I = $1 and id <> $1 limit $2', of_table, step ->> 'column') using old_id, at_most loop
    begin
      execute format('update %s set %I = $2 where id = $1', of_table, step ->> 'column') using one.id, new_id;
      done := done + 1;
    exception when unique_violation then
      null;
    end;
  end loop;
  return done;
end $$`;

/** Moves the references to a record to another one of its group, at most so many of each kind; null: all. @returns how many moved */
const MOVE_REFERENCES = `create or replace function cms.move_references(way jsonb, old_id uuid, new_id uuid, at_most integer)
returns integer language plpgsql ${PINNED} as $$
declare
  step jsonb;
  of_table regclass;
  found_rows integer;
  done integer := 0;
begin
  for step in select * from jsonb_array_elements(way -> 'places') loop
    of_table := to_regclass(step ->> 'table');
    continue when of_table is null; -- of another configuration
    if step ->> 'kind' = 'nested' then
      found_rows := cms.move_nested_references(step, old_id, new_id, at_most);
    elsif (step ->> 'unique')::boolean then
      found_rows := cms.move_unique_references(step, old_id, new_id, at_most);
    elsif step ->> 'kind' = 'junction' then
      execute format('delete from %1$s l using %1$s o where l.target_id = $1 and o.source_id = l.source_id and o.target_id = $2', of_table)
        using old_id, new_id;
      execute format('update %1$s l set target_id = $2 from (select source_id from %1$s where target_id = $1 limit $3 for update) c
        where l.source_id = c.source_id and l.target_id = $1', of_table) using old_id, new_id, at_most;
      get diagnostics found_rows = row_count;
    else
      execute format('update %1$s l set %2$I = $2 from (select id from %1$s where %2$I = $1 and id <> $1 limit $3 for no key update) c
        where l.id = c.id', of_table, step ->> 'column') using old_id, new_id, at_most;
      get diagnostics found_rows = row_count;
    end if;
    done := done + found_rows;
  end loop;
  if at_most is null or done = 0 then
    done := done + cms.move_kept_references(way, old_id, new_id);
  end if;
  return done;
end $$`;

/** In the order in which they need each other. */
export const MOVE_FUNCTIONS: readonly string[] = [
  WITH_PRESENT_REFERENCES,
  WITH_REFERENCE_AT,
  MOVE_KEPT_REFERENCES,
  MOVE_NESTED_REFERENCES,
  MOVE_UNIQUE_REFERENCES,
  MOVE_REFERENCES,
];
