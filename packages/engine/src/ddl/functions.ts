/**
 * The few functions the statements lean on. All are volatile, so each of their own statements sees what was committed
 * while the caller waited for a row lock: that is what makes numbering, pruning and relinking exact under contention.
 */

/** The first of base, base-2, base-3 … that no row has and no draft claims; writers of the same base wait for each other. */
const FREE_SLUG = `create or replace function cms.free_slug(
  of regclass, slug_column text, base text, in_locale text, of_entity text, of_field text)
returns text language plpgsql as $$
declare
  candidate text := base;
  taken boolean;
  suffix integer := 1;
begin
  perform pg_advisory_xact_lock(hashtextextended(of::text || ':' || slug_column || ':' || base, 72707370));
  loop
    execute format('select exists (select from %s where %I = $1 %s)', of, slug_column,
      case when in_locale is null then '' else 'and locale = $2' end) into taken using candidate, in_locale;
    exit when not taken and not exists (
      select from cms.draft_claims claim where claim.entity = of_entity and claim.field = of_field
      and claim.scope = coalesce(in_locale, '') and claim.value = candidate);
    suffix := suffix + 1;
    candidate := left(base, 254 - length(suffix::text)) || '-' || suffix;
  end loop;
  return candidate;
end $$`;

/** Makes the junction rows of one record exactly the given targets, in their order. */
const RELINK = `create or replace function cms.relink(junction regclass, source uuid, targets uuid[])
returns boolean language plpgsql as $$
begin
  execute format('delete from %s where source_id = $1 and target_id <> all ($2)', junction) using source, targets;
  execute format('insert into %s as link (source_id, target_id, position)
    select $1, given.id, given.at - 1 from unnest($2) with ordinality as given (id, at)
    on conflict (source_id, target_id) do update set position = excluded.position
    where link.position <> excluded.position', junction) using source, targets;
  return true;
end $$`;

/**
 * Adds one version row and prunes. A published one takes the marker from the row that had it, a draft one the pending
 * mark; a limit counts pinned rows too, but never drops them.
 */
const KEEP_VERSION = `create or replace function cms.keep_version(
  version_id uuid, of_entity text, of_record uuid, new_status text, base integer, content jsonb,
  in_locale text, at timestamptz, by_user uuid, keep integer, ends_draft boolean)
returns uuid language plpgsql as $$
begin
  if new_status = 'published' then
    update cms.versions set published = false, pending = pending and not ends_draft
    where entity = of_entity and record_id = of_record and (published or (pending and ends_draft));
  else
    update cms.versions set pending = false where entity = of_entity and record_id = of_record and pending;
  end if;
  insert into cms.versions (id, entity, record_id, number, status, pending, published, base_version, data, locale, created_at, created_by)
  select version_id, of_entity, of_record, coalesce(max(number), 0) + 1, new_status, new_status <> 'published',
    new_status = 'published', base, content, in_locale, at, by_user
  from cms.versions where entity = of_entity and record_id = of_record;
  perform cms.prune_versions(of_entity, of_record, keep);
  return version_id;
end $$`;

const PRUNE_VERSIONS = `create or replace function cms.prune_versions(of_entity text, of_record uuid, keep integer)
returns void language sql volatile as $$
  delete from cms.versions where keep is not null and id in (
    select id from cms.versions where entity = of_entity and record_id = of_record and not pending and not published
    order by number desc
    offset greatest(keep - (
      select count(*) from cms.versions where entity = of_entity and record_id = of_record and (pending or published)), 0))
$$`;

/** The pending draft of a record, as it is after all that the caller waited for. */
const PENDING_VERSION = `create or replace function cms.pending_version(of_entity text, of_record uuid)
returns setof cms.versions language plpgsql as $$
begin
  return query select * from cms.versions where entity = of_entity and record_id = of_record and pending;
end $$`;

/** The targets of a many-relation in their order, read anew in the same way. */
const LINKS_OF = `create or replace function cms.links_of(junction regclass, source uuid)
returns uuid[] language plpgsql as $$
declare
  targets uuid[];
begin
  execute format('select array(select target_id from %s where source_id = $1 order by position)', junction) into targets using source;
  return targets;
end $$`;

/** Marks a version as what is live now, instead of adding one: its draft is over. */
const PUBLISH_VERSION = `create or replace function cms.publish_version(
  version_id uuid, of_entity text, of_record uuid, content jsonb, keep integer)
returns uuid language plpgsql as $$
begin
  update cms.versions set published = false where entity = of_entity and record_id = of_record and published and id <> version_id;
  update cms.versions set status = 'published', published = true, pending = false, data = content where id = version_id;
  perform cms.prune_versions(of_entity, of_record, keep);
  return version_id;
end $$`;

/** What was live becomes the draft, unless there is a newer one. Its base says that it was live once. */
const UNPUBLISH_VERSION = `create or replace function cms.unpublish_version(of_entity text, of_record uuid, at_version integer)
returns boolean language plpgsql as $$
declare
  has_draft boolean := exists (select from cms.versions where entity = of_entity and record_id = of_record and pending);
begin
  update cms.versions set published = false, pending = pending or not has_draft
  where entity = of_entity and record_id = of_record and published;
  update cms.versions set base_version = coalesce(base_version, at_version)
  where entity = of_entity and record_id = of_record and pending;
  return true;
end $$`;

/** The unique values that a record's pending draft holds from now on; none, when it has no draft any more. */
const CLAIM_VALUES = `create or replace function cms.claim_values(
  of_entity text, of_record uuid, fields text[], scopes text[], claimed text[])
returns boolean language plpgsql as $$
begin
  delete from cms.draft_claims where entity = of_entity and record_id = of_record;
  insert into cms.draft_claims (entity, field, scope, value, record_id)
  select of_entity, field, scope, value, of_record from unnest(fields, scopes, claimed) as given (field, scope, value)
  where value is not null;
  return true;
end $$`;

/** A draft is over without being published; its row stays in the history. */
const DROP_DRAFT = `create or replace function cms.drop_draft(version_id uuid)
returns boolean language sql volatile as $$
  update cms.versions set pending = false where id = version_id;
  select true
$$`;

/** A record is gone: so are its history, its claims and its plans. */
const FORGET_RECORD = `create or replace function cms.forget_record(of_entity text, of_record uuid)
returns boolean language sql volatile as $$
  delete from cms.versions where entity = of_entity and record_id = of_record;
  delete from cms.draft_claims where entity = of_entity and record_id = of_record;
  delete from cms.schedules where entity = of_entity and record_id = of_record;
  select true
$$`;

/** Whether no other user has one of the roles; two writers that ask wait for each other. */
const LAST_WITH_ROLE = `create or replace function cms.is_last_with_role(of_user uuid, roles text[])
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(72707371);
  return not exists (select from cms.users where role = any (roles) and id <> of_user);
end $$`;

/** Each function's definition, made anew whenever the tables are brought to the configuration. */
export const FUNCTIONS: readonly string[] = [
  FREE_SLUG,
  RELINK,
  LINKS_OF,
  PRUNE_VERSIONS,
  KEEP_VERSION,
  PENDING_VERSION,
  PUBLISH_VERSION,
  UNPUBLISH_VERSION,
  CLAIM_VALUES,
  DROP_DRAFT,
  FORGET_RECORD,
  LAST_WITH_ROLE,
];
