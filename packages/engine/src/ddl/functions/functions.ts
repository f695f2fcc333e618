/**
 * SQL functions that statements call. All are volatile, so each of their statements sees what was committed while the caller waited for a
 * row lock: numbering, pruning and relinking are correct under concurrency because of this.
 */
import { CHANGE_FUNCTIONS } from "./change-functions.ts";
import { REFERENCE_FUNCTIONS } from "./reference-functions.ts";
import { REMOVAL_FUNCTIONS } from "./removal-functions.ts";
import { FUNCTION_LOCKS, SLUG_FUNCTIONS } from "./slug-functions.ts";
import { GROUP_FUNCTIONS } from "./group-functions.ts";
import { PINNED } from "./pinned.ts";
import { SHAPE_FUNCTIONS } from "./shape-functions.ts";
import { VERSION_FUNCTIONS } from "./version-functions.ts";

/**
 * Replaces the junction rows of one record by exactly the given targets, in their order. The setting `cms.relinked` names the junctions
 * that it changed, for the audit log.
 */
const RELINK = `create or replace function cms.relink(junction text, source uuid, targets uuid[])
returns boolean language plpgsql ${PINNED} as $$
declare
  deleted bigint;
  stored bigint;
begin
  execute format('delete from %s where source_id = $1 and target_id <> all ($2)', junction) using source, targets;
  get diagnostics deleted = row_count;
  execute format('insert into %s as link (source_id, target_id, position)
    select $1, given.id, given.at - 1 from unnest($2) with ordinality as given (id, at)
    on conflict (source_id, target_id) do update set position = excluded.position
    where link.position <> excluded.position', junction) using source, targets;
  get diagnostics stored = row_count;
  if deleted + stored > 0 then
    perform set_config('cms.relinked', concat_ws(' ', current_setting('cms.relinked', true), junction, source), true);
  end if;
  return true;
end $$`;

/** The links as they are, if all their targets exist: the names in the query are known at run time, so it is planned at each call. */
const QUICK_LINKS = `execute format('select array(select j.target_id from %s j where j.source_id = $1 order by j.position)', junction)
    into targets using source;
  if not cms.is_removing() and not exists (select from cms.trash w where w.id = any (targets)) then
    return targets;
  end if;`;

/** The targets of a to-many relation in their order, without those that are being removed or in the trash. */
const LINKS_OF = `create or replace function cms.links_of(junction text, source uuid)
returns uuid[] language plpgsql ${PINNED} as $$
declare
  targets uuid[];
begin
  ${QUICK_LINKS}
  execute format('select array(select j.target_id from %s j where j.source_id = $1
    and not (cms.is_removing() and exists (select from cms.removals g where g.id = j.target_id))
    and not exists (select from cms.trash w where w.id = j.target_id) order by j.position)', junction)
    into targets using source;
  return targets;
end $$`;

/** The same for targets with translation groups: one in the trash counts as long as another one of its group is left. */
const GROUP_LINKS_OF = `create or replace function cms.links_of(junction text, source uuid, of_table text)
returns uuid[] language plpgsql ${PINNED} as $$
declare
  targets uuid[];
begin
  ${QUICK_LINKS}
  execute format('select array(select coalesce(g.sibling, j.target_id) from %s j left join cms.removals g on g.id = j.target_id
    where j.source_id = $1 and (g.id is null or g.sibling is not null) and not exists (select from cms.trash w where w.id = j.target_id
      and not exists (select from %s m where m.translation_group = w.translation_group)) order by j.position)', junction, of_table)
    into targets using source;
  return targets;
end $$`;

/** Deletes the history, the claims and the schedules of a deleted record. */
const FORGET_RECORD = `create or replace function cms.forget_record(of_entity text, of_record uuid)
returns boolean language plpgsql ${PINNED} as $$
begin
  delete from cms.versions where entity = of_entity and record_id = of_record;
  delete from cms.draft_claims where entity = of_entity and record_id = of_record;
  delete from cms.schedules where entity = of_entity and record_id = of_record;
  delete from cms.trash where id = of_record;
  return true;
end $$`;

/** Whether the record is in the trash, after all locks that the caller waited for. */
const IS_TRASHED = `create or replace function cms.is_trashed(of_record uuid)
returns boolean language plpgsql ${PINNED} as $$
begin
  return exists (select from cms.trash where id = of_record);
end $$`;

/** Counts a write to each of the entities. */
const COUNT_WRITES = `create or replace function cms.count_writes(of_entities text[])
returns boolean language plpgsql ${PINNED} as $$
begin
  perform cms.count_write(name) from unnest(of_entities) name;
  return true;
end $$`;

/** Whether no other user has one of the roles. Two concurrent callers wait for each other. */
const LAST_WITH_ROLE = `create or replace function cms.is_last_with_role(of_user uuid, roles text[])
returns boolean language plpgsql ${PINNED} as $$
begin
  perform pg_advisory_xact_lock(${FUNCTION_LOCKS.lastAdmin});
  return not exists (select from cms.users where role = any (roles) and id <> of_user);
end $$`;

/**
 * The definition of each function that belongs to no feature. They are replaced whenever the tables are brought to the configuration: a
 * change of one needs a new LAYOUT in schema.ts.
 */
export const FUNCTIONS: readonly string[] = [
  ...SLUG_FUNCTIONS,
  ...VERSION_FUNCTIONS,
  ...CHANGE_FUNCTIONS,
  ...SHAPE_FUNCTIONS,
  RELINK,
  LINKS_OF,
  GROUP_LINKS_OF,
  FORGET_RECORD,
  ...REFERENCE_FUNCTIONS,
  ...GROUP_FUNCTIONS,
  ...REMOVAL_FUNCTIONS,
  IS_TRASHED,
  COUNT_WRITES,
  LAST_WITH_ROLE,
];
