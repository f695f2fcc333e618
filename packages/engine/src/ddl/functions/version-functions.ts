import { PINNED } from "./pinned.ts";

/** SQL functions for a record's history, its draft and the draft's claims. */

/**
 * While processes with another configuration run, a draft keeps the values of fields that the saving process doesn't know: they belong to a
 * newer process. Names that a trigger keeps in both forms count as known.
 */
const KEEP_UNKNOWN = `create or replace function cms.keep_unknown(version_id uuid, kept jsonb, before jsonb)
returns void language plpgsql ${PINNED} as $$
begin
  if before - array(select jsonb_object_keys(kept)) <> '{}' and 1 < (
    select count(distinct application_name) from pg_stat_activity
    where datname = current_database() and application_name ~ '^colophon [0-9a-f]{32}$') then
    update cms.versions set data = before || data where id = version_id;
  end if;
end $$`;

/**
 * Adds one version row and prunes. A published one takes the marker from the row that had it, a draft one the pending mark; a limit counts
 * pinned rows too, but never drops them.
 */
const KEEP_VERSION = `create or replace function cms.keep_version(
  version_id uuid, of_entity text, of_record uuid, in_version integer, new_status text, base integer, content jsonb,
  in_locale text, at timestamptz, by_user uuid, by_key uuid, keep integer, ends_draft boolean)
returns uuid language plpgsql ${PINNED} as $$
declare
  before jsonb;
  kept jsonb;
begin
  if new_status = 'published' then
    update cms.versions set published = false, pending = pending and not ends_draft
    where entity = of_entity and record_id = of_record and (published or (pending and ends_draft));
  else
    perform set_config('cms.replaced_draft', of_record::text, true);
    update cms.versions set pending = false where entity = of_entity and record_id = of_record and pending returning data into before;
    perform set_config('cms.replaced_draft', '', true);
  end if;
  insert into cms.versions (id, entity, record_id, number, status, pending, published, base_version, record_version, data, locale,
    created_at, created_by, created_by_key, live_at)
  select version_id, of_entity, of_record, coalesce(max(number), 0) + 1, new_status, new_status <> 'published',
    new_status = 'published', base, in_version, content, in_locale, at, by_user, by_key,
    case when new_status = 'published' then clock_timestamp() end
  from cms.versions where entity = of_entity and record_id = of_record returning data into kept;
  if before is not null then
    perform cms.keep_unknown(version_id, kept, before);
  end if;
  perform cms.prune_versions(of_entity, of_record, keep);
  return version_id;
end $$`;

/**
 * An automatic save: replaces the row of the same author's and session's automatic saves of the last 10 minutes, unless another version was
 * added since; otherwise adds one.
 */
const AUTOSAVE_VERSION = `create or replace function cms.autosave_version(
  in_session text, version_id uuid, of_entity text, of_record uuid, in_version integer, base integer, content jsonb,
  in_locale text, at timestamptz, by_user uuid, by_key uuid, keep integer)
returns uuid language plpgsql ${PINNED} as $$
declare
  last cms.versions;
begin
  select * into last from cms.versions where entity = of_entity and record_id = of_record order by number desc limit 1;
  if last.pending and last.status = 'draft' and last.autosave_session = in_session and last.created_by is not distinct from by_user
    and last.created_by_key is not distinct from by_key and last.autosave_since > at - interval '10 minutes' then
    update cms.versions set record_version = in_version, base_version = base, data = content, locale = in_locale, created_at = at
    where id = last.id;
    perform cms.keep_unknown(last.id, content, last.data);
    return last.id;
  end if;
  perform cms.keep_version(
    version_id, of_entity, of_record, in_version, 'draft', base, content, in_locale, at, by_user, by_key, keep, false);
  update cms.versions set autosave_session = in_session, autosave_since = at where id = version_id;
  return version_id;
end $$`;

/** The next version number; a record and its drafts share one sequence. The history already contains the newest row's number. */
const NEXT_VERSION = `create or replace function cms.next_version(of_entity text, of_record uuid, current integer)
returns integer language plpgsql ${PINNED} as $$
begin
  return 1 + greatest(current, (
    select record_version from cms.versions where entity = of_entity and record_id = of_record order by number desc limit 1));
end $$`;

/** The content that was live most recently, if it is kept. */
const LAST_LIVE = `create or replace function cms.last_live(of_entity text, of_record uuid)
returns jsonb language plpgsql ${PINNED} as $$
begin
  return (select data from cms.versions where entity = of_entity and record_id = of_record and status = 'published'
    order by live_at desc nulls last, number desc limit 1);
end $$`;

/** Deletes the oldest versions beyond the limit, except pinned ones. In PL/pgSQL, which keeps the plan: SQL plans at each call. */
const PRUNE_VERSIONS = `create or replace function cms.prune_versions(of_entity text, of_record uuid, keep integer)
returns void language plpgsql ${PINNED} as $$
begin
  if keep is not null then
    delete from cms.versions where id in (
      select id from cms.versions where entity = of_entity and record_id = of_record and not pending and not published
      order by number desc
      offset greatest(keep - (
        select count(*) from cms.versions where entity = of_entity and record_id = of_record and (pending or published)), 0));
  end if;
end $$`;

/** A record's pending draft, after all locks that the caller waited for. `rows 1` because the planner assumes 1,000. */
const PENDING_VERSION = `create or replace function cms.pending_version(of_entity text, of_record uuid)
returns setof cms.versions language plpgsql rows 1 ${PINNED} as $$
begin
  return query select * from cms.versions where entity = of_entity and record_id = of_record and pending;
end $$`;

/** The part of stored content that fits the table's columns. Not called if there is no content. */
const FITTING = `create or replace function cms.fitting(of text, content jsonb)
returns jsonb language plpgsql stable strict ${PINNED} as $$
declare
  fit jsonb := '{}';
  one record;
  ignored record;
begin
  begin
    execute format('select * from jsonb_populate_record(null::%s, $1)', of) into ignored using content;
    return content;
  exception when data_exception then null;
  end;
  for one in select jsonb_build_object(key, value) as pair from jsonb_each(content) loop
    begin
      execute format('select * from jsonb_populate_record(null::%s, $1)', of) into ignored using one.pair;
      fit := fit || one.pair;
    exception when data_exception then null;
    end;
  end loop;
  return fit;
end $$`;

/** Marks a version as the live one, instead of adding one: its draft ends. */
const PUBLISH_VERSION = `create or replace function cms.publish_version(
  version_id uuid, of_entity text, of_record uuid, content jsonb, keep integer)
returns uuid language plpgsql ${PINNED} as $$
begin
  update cms.versions set published = false where entity = of_entity and record_id = of_record and published and id <> version_id;
  update cms.versions set status = 'published', published = true, pending = false, data = content, live_at = clock_timestamp()
  where id = version_id;
  perform cms.prune_versions(of_entity, of_record, keep);
  return version_id;
end $$`;

/** The live content becomes the draft, unless there is a newer one. Its base says that it was live. */
const UNPUBLISH_VERSION = `create or replace function cms.unpublish_version(of_entity text, of_record uuid, at_version integer)
returns boolean language plpgsql ${PINNED} as $$
declare
  has_draft boolean := exists (select from cms.versions where entity = of_entity and record_id = of_record and pending);
begin
  update cms.versions set published = false, pending = pending or not has_draft
  where entity = of_entity and record_id = of_record and published;
  update cms.versions set base_version = coalesce(base_version, at_version)
  where entity = of_entity and record_id = of_record and pending;
  return true;
end $$`;

/** Replaces the content of the pending draft. */
const SETTLE_DRAFT = `create or replace function cms.settle_draft(of_entity text, of_record uuid, content jsonb)
returns boolean language plpgsql ${PINNED} as $$
begin
  update cms.versions set data = content where entity = of_entity and record_id = of_record and pending;
  return true;
end $$`;

/** Ends a draft without publishing it; its row stays in the history. */
const DROP_DRAFT = `create or replace function cms.drop_draft(version_id uuid)
returns boolean language plpgsql ${PINNED} as $$
begin
  update cms.versions set pending = false where id = version_id;
  return true;
end $$`;

/** Sets the unique values that a record's pending draft claims; none if it has no draft any more. */
const CLAIM_VALUES = `create or replace function cms.claim_values(
  of_entity text, of_record uuid, fields text[], scopes text[], claimed text[])
returns boolean language plpgsql ${PINNED} as $$
begin
  delete from cms.draft_claims where entity = of_entity and record_id = of_record;
  insert into cms.draft_claims (entity, field, scope, value, record_id)
  select of_entity, field, scope, value, of_record from unnest(fields, scopes, claimed) as given (field, scope, value)
  where value is not null;
  return true;
end $$`;

/** In the order of their dependencies. */
export const VERSION_FUNCTIONS: readonly string[] = [
  PRUNE_VERSIONS,
  KEEP_UNKNOWN,
  KEEP_VERSION,
  AUTOSAVE_VERSION,
  NEXT_VERSION,
  LAST_LIVE,
  PENDING_VERSION,
  FITTING,
  PUBLISH_VERSION,
  UNPUBLISH_VERSION,
  SETTLE_DRAFT,
  DROP_DRAFT,
  CLAIM_VALUES,
];
