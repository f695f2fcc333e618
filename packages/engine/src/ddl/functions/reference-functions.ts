/**
 * Functions that maintain tables of nested references, in addition to each table's own (`references/keeping.ts`). `shape` is the engine's
 * description of one such table (`shapeOfReferences`). Triggers call them, because replicas of older releases and imports also write rows,
 * and foreign keys change the tables by themselves. They run with the privileges of the tables' owner, because services that delete assets
 * may not write records.
 */
import { CONTENT_FUNCTIONS } from "./content-functions.ts";
import { PINNED } from "./pinned.ts";

/** They take the name of a table only from the catalog: an argument that names none is refused, whoever has created the trigger. */
const DEFINED = `language plpgsql security definer ${PINNED}`;

/**
 * After a change of a record: `tg_argv[0]` is the shape, `tg_argv[1]` the columns with references. An import writes records before those
 * that they refer to, so it copies its references at its end. With a third argument, any record may be missing.
 */
const FOLLOW_RECORD = `create or replace function cms.follow_record() returns trigger ${DEFINED} as $$
declare
  content jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
begin
  if current_setting('cms.references', true) is distinct from 'later'
    and exists (select from unnest(tg_argv[1]::text[]) c where content -> c is distinct from before -> c) then
    execute format('select %s($1, false, $2, $3)', (tg_argv[0]::jsonb ->> 'references')::regclass) using new.id, content, case when tg_nargs < 3 then before end;
  end if;
  return null;
end $$`;

/**
 * After a change of the history: a pending draft has its own references. `keep_version` sets `cms.replaced_draft` to the record whose draft
 * it ends and replaces: the references are those of the new one then, and most are the same.
 */
const FOLLOW_DRAFT = `create or replace function cms.follow_draft() returns trigger ${DEFINED} as $$
declare
  refs regclass := tg_argv[0]::jsonb ->> 'references';
begin
  if tg_op <> 'DELETE' and new.pending then
    execute format('select %s($1, true, $2, null)', refs) using new.record_id, new.data;
  elsif tg_op = 'DELETE' or current_setting('cms.replaced_draft', true) is distinct from new.record_id::text then
    execute format('delete from %s where source_id = $1 and draft', refs) using old.record_id;
  end if;
  return null;
end $$`;

/** The same while the values of drafts are still to be converted: the references of a draft that is written are copied in the switch. */
const FORGET_DRAFT = `create or replace function cms.forget_draft() returns trigger ${DEFINED} as $$
begin
  execute format('delete from %s where source_id = $1 and draft', (tg_argv[0]::jsonb ->> 'references')::regclass)
    using case when tg_op = 'DELETE' then old.record_id else new.record_id end;
  return null;
end $$`;

/** After a foreign key has set a reference to null: the referring record is deleted too, or the id is removed from its content. */
const LOSE_REFERENCE = `create or replace function cms.lose_reference() returns trigger ${DEFINED} as $$
declare
  shape jsonb := tg_argv[0]::jsonb;
  gone uuid;
  one jsonb;
  place jsonb;
begin
  for one in select * from jsonb_array_elements(shape -> 'columns') loop
    gone := to_jsonb(old) ->> (one ->> 'name');
    continue when gone is null or to_jsonb(new) ->> (one ->> 'name') is not null;
    execute format('delete from %s r where source_id = $1 and path = $2 and draft = $3 and num_nonnulls(%s) = 0', (shape ->> 'references')::regclass,
      (select string_agg(format('r.%I', c ->> 'name'), ', ') from jsonb_array_elements(shape -> 'columns') c))
      using old.source_id, old.path, old.draft;
    continue when old.draft;
    if one ->> 'onDelete' = 'cascade' then
      execute format('delete from %s where id = $1', (shape ->> 'table')::regclass) using old.source_id;
      perform cms.forget_record(shape ->> 'entity', old.source_id);
      continue;
    end if;
    for place in select * from jsonb_array_elements(one -> 'paths') p where p ->> 'path' = old.path and not p ? 'inText' loop
      execute format('update %s set %I = cms.without_references(%2$I, $2, array[$3]) where id = $1', (shape ->> 'table')::regclass, place ->> 'column')
        using old.source_id, array(select jsonb_array_elements_text(place -> 'steps')), gone;
    end loop;
  end loop;
  return null;
end $$`;

/**
 * Copies the references of the pending drafts of these records; without ids, of all that have no row: a draft whose references were copied in
 * advance has at least one, with this path.
 */
export const COPIED_DRAFT = "-";
const TAKE_DRAFT_REFERENCES = `create or replace function cms.take_draft_references(shape jsonb, ids uuid[])
returns void language plpgsql ${PINNED} as $$
declare
  draft record;
begin
  for draft in execute format('select v.record_id, v.data from cms.versions v join %s r on r.id = v.record_id
    where v.entity = $1 and v.pending and case when $2 is null then not exists (select from %s d where d.source_id = v.record_id and d.draft)
      else v.record_id = any ($2) end', shape ->> 'table', shape ->> 'references') using shape ->> 'entity', ids loop
    execute format('select %s($1, true, $2, null)', shape ->> 'references') using draft.record_id, draft.data;
  end loop;
  if ids is null then
    execute format('delete from %s where draft and path = %L', shape ->> 'references', '${COPIED_DRAFT}');
  end if;
end $$`;

/** Copies the references of these records and their drafts. With `clears`, ids without a record are removed from the records. */
const TAKE_REFERENCES = `create or replace function cms.take_references(shape jsonb, ids uuid[], clears boolean)
returns void language plpgsql ${PINNED} as $$
declare
  found_row record;
  one jsonb;
  place jsonb;
  lost uuid[];
begin
  for found_row in execute format('select id, to_jsonb(r) as content from %s r where id = any ($1) order by id for no key update',
    shape ->> 'table') using ids loop
    execute format('select %s($1, false, $2, null)', shape ->> 'references') using found_row.id, found_row.content;
    if clears then
      for one, place in select c, p from jsonb_array_elements(shape -> 'columns') c, jsonb_array_elements(c -> 'paths') p where not p ? 'inText' loop
        execute format('select array(select i from cms.ids_in($1, $2::jsonpath) i except
          select %I from %s where source_id = $3 and not draft and path = $4)', one ->> 'name', shape ->> 'references')
          into lost using found_row.content, place ->> 'inRow', found_row.id, place ->> 'path';
        continue when cardinality(lost) = 0;
        execute format('update %s set %I = cms.without_references(%2$I, $2, $3) where id = $1', shape ->> 'table', place ->> 'column')
          using found_row.id, array(select jsonb_array_elements_text(place -> 'steps')), lost;
      end loop;
    end if;
  end loop;
  perform cms.take_draft_references(shape, ids);
end $$`;

/**
 * Copies the references of the next existing records, in the order of their ids; a row without a path stores the progress. @returns how
 * many; 0 when all are done.
 */
const BRING_REFERENCES = `create or replace function cms.bring_references(shape jsonb)
returns integer language plpgsql ${PINNED} as $$
declare
  last uuid;
  ids uuid[];
begin
  execute format('delete from %s where path = %L returning source_id', shape ->> 'references', '') into last;
  execute format('select array_agg(id order by id) from (select id from %s where $1 is null or id > $1 order by id limit 500) r', shape ->> 'table')
    into ids using last;
  if ids is null then
    return 0;
  end if;
  perform cms.take_references(shape, ids, false);
  execute format('insert into %s (source_id, path, draft) values ($1, %L, true)', shape ->> 'references', '') using ids[cardinality(ids)];
  return cardinality(ids);
end $$`;

/** In the order of their dependencies. */
export const REFERENCE_FUNCTIONS: readonly string[] = [
  ...CONTENT_FUNCTIONS,
  FOLLOW_RECORD,
  FOLLOW_DRAFT,
  FORGET_DRAFT,
  LOSE_REFERENCE,
  TAKE_DRAFT_REFERENCES,
  TAKE_REFERENCES,
  BRING_REFERENCES,
];
