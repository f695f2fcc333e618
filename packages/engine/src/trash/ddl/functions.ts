import { PINNED } from "../../ddl/functions/pinned.ts";

/** SQL functions for records in the trash. */

/**
 * Moves a record to the trash, with what its row does not store: when it was published, its translation group, and in `held` values by
 * field name. Its claims, schedules and previews end. `way` is the engine's `TrashWay`: which records would be deleted with it later, which
 * references prevent that (with the error of the foreign key), the links to delete, the entities whose totals change, and the tables of
 * translatable entities: references to a record with another one in its translation group prevent nothing. The caller has locked the
 * record's row.
 */
const MOVE_TO_TRASH = `create or replace function cms.move_to_trash(
  of_entity text, of_record uuid, published timestamptz, in_group uuid, held jsonb, at timestamptz, way jsonb)
returns boolean language plpgsql ${PINNED} as $$
declare
  step jsonb;
  ids uuid[] := array[of_record];
  entities text[] := array[of_entity];
  targets uuid[];
  more uuid[];
  added integer;
  refers boolean;
  groups jsonb := coalesce(way -> 'groups', '{}');
  other uuid;
begin
  if groups ? of_entity then
    other := cms.other_member(groups #>> array[of_entity, 'table'], of_record, in_group, groups #>> array[of_entity, 'defaultLocale']);
    perform cms.move_on(of_record, other);
    if other is null then
      ids := ids || array(select w.id from cms.trash w where w.translation_group = in_group);
      entities := array_fill(of_entity, array[cardinality(ids)]);
    end if;
  end if;
  loop
    added := 0;
    for step in select * from jsonb_array_elements(way -> 'along') loop
      targets := array(select g.id from unnest(ids, entities) g (id, entity)
        where g.entity = step ->> 'target' and (groups = '{}' or cms.is_last_member(groups, g.entity, g.id, ids)));
      execute format('select array(select distinct r.%1$I from %2$s r where r.%3$I = any ($1) and r.%1$I <> all ($2)%4$s)',
        coalesce(step ->> 'source', 'id'), step ->> 'table', step ->> 'column', case when step ? 'source' then ' and not r.draft' else '' end)
        into more using targets, ids;
      ids := ids || more;
      entities := entities || array_fill(step ->> 'entity', array[cardinality(more)]);
      added := added + cardinality(more);
    end loop;
    exit when added = 0;
  end loop;
  for step in select * from jsonb_array_elements(way -> 'kept') loop
    targets := array(select g.id from unnest(ids, entities) g (id, entity)
      where g.entity = step ->> 'target' and (groups = '{}' or cms.is_last_member(groups, g.entity, g.id, ids)));
    execute format('select exists (select from %1$s r where r.%2$I = any ($1) and r.%3$I <> all ($2)
      and not exists (select from cms.removals o where o.id = r.%3$I))', step ->> 'table', step ->> 'column', step ->> 'source')
      into refers using targets, ids;
    if refers then
      raise foreign_key_violation using constraint = step ->> 'constraint', table = step ->> 'name',
        message = 'a record that is referred to was to be moved to the trash',
        detail = format('Key (id) is still referenced from table "%s".', step ->> 'name');
    end if;
  end loop;
  insert into cms.trash (id, entity, trashed_at, published_at, translation_group, data)
  values (of_record, of_entity, at, published, in_group, held);
  for step in select * from jsonb_array_elements(way -> 'unlinked') loop
    execute format('delete from %s where source_id = $1', step #>> '{}') using of_record;
  end loop;
  for step in select * from jsonb_array_elements(way -> 'undrafted') loop
    execute format('delete from %s where source_id = $1 and draft', step #>> '{}') using of_record;
  end loop;
  delete from cms.draft_claims where entity = of_entity and record_id = of_record;
  delete from cms.schedules where entity = of_entity and record_id = of_record;
  delete from cms.previews where entity = of_entity and record_id = of_record;
  perform cms.count_write(name) from jsonb_array_elements_text(way -> 'counted') name;
  return true;
end $$`;

export const TRASH_FUNCTIONS: readonly string[] = [MOVE_TO_TRASH];
