--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: cms; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA cms;


--
-- Name: content; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA content;


--
-- Name: pg_trgm; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;


--
-- Name: EXTENSION pg_trgm; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';


--
-- Name: announce_outbox(); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.announce_outbox() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_notify('cms_outbox', '');
    RETURN NULL;
END
$$;


--
-- Name: claim_values(text, uuid, text[], text[], text[]); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.claim_values(of_entity text, of_record uuid, fields text[], scopes text[], claimed text[]) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  delete from cms.draft_claims where entity = of_entity and record_id = of_record;
  insert into cms.draft_claims (entity, field, scope, value, record_id)
  select of_entity, field, scope, value, of_record from unnest(fields, scopes, claimed) as given (field, scope, value)
  where value is not null;
  return true;
end $$;


--
-- Name: drop_draft(uuid); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.drop_draft(version_id uuid) RETURNS boolean
    LANGUAGE sql
    AS $$
  update cms.versions set pending = false where id = version_id;
  select true
$$;


--
-- Name: fitting(regclass, jsonb); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.fitting(of regclass, content jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE STRICT
    AS $_$
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
end $_$;


--
-- Name: forget_record(text, uuid); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.forget_record(of_entity text, of_record uuid) RETURNS boolean
    LANGUAGE sql
    AS $$
  delete from cms.versions where entity = of_entity and record_id = of_record;
  delete from cms.draft_claims where entity = of_entity and record_id = of_record;
  delete from cms.schedules where entity = of_entity and record_id = of_record;
  select true
$$;


--
-- Name: free_slug(regclass, text, text, text, text, text); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.free_slug(of regclass, slug_column text, base text, in_locale text, of_entity text, of_field text) RETURNS text
    LANGUAGE plpgsql
    AS $$
declare
  low integer := 1;
  high integer := 2;
  middle integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(of::text || ':' || slug_column || ':' || base, 72707370));
  if not cms.slug_taken(of, slug_column, base, in_locale, of_entity, of_field) then
    return base;
  end if;
  while cms.slug_taken(of, slug_column, cms.numbered_slug(base, high), in_locale, of_entity, of_field) loop
    low := high;
    high := case when high < 16 then high + 1 else high * 2 end;
  end loop;
  while high - low > 1 loop
    middle := (low + high) / 2;
    if cms.slug_taken(of, slug_column, cms.numbered_slug(base, middle), in_locale, of_entity, of_field) then
      low := middle;
    else
      high := middle;
    end if;
  end loop;
  return cms.numbered_slug(base, high);
end $$;


--
-- Name: is_last_with_role(uuid, text[]); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.is_last_with_role(of_user uuid, roles text[]) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(72707371);
  return not exists (select from cms.users where role = any (roles) and id <> of_user);
end $$;


--
-- Name: keep_version(uuid, text, uuid, text, integer, jsonb, text, timestamp with time zone, uuid, integer, boolean); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.keep_version(version_id uuid, of_entity text, of_record uuid, new_status text, base integer, content jsonb, in_locale text, at timestamp with time zone, by_user uuid, keep integer, ends_draft boolean) RETURNS uuid
    LANGUAGE plpgsql
    AS $$
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
end $$;


--
-- Name: links_of(regclass, uuid); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.links_of(junction regclass, source uuid) RETURNS uuid[]
    LANGUAGE plpgsql
    AS $_$
declare
  targets uuid[];
begin
  execute format('select array(select target_id from %s where source_id = $1 order by position)', junction) into targets using source;
  return targets;
end $_$;


--
-- Name: numbered_slug(text, integer); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.numbered_slug(base text, suffix integer) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select rtrim(left(base, 254 - length(suffix::text)), '-') || '-' || suffix
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: versions; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.versions (
    id uuid NOT NULL,
    entity text NOT NULL,
    record_id uuid NOT NULL,
    number integer NOT NULL,
    status text NOT NULL,
    pending boolean DEFAULT false NOT NULL,
    published boolean DEFAULT false NOT NULL,
    base_version integer,
    data jsonb NOT NULL,
    locale text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    created_by uuid
);


--
-- Name: pending_version(text, uuid); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.pending_version(of_entity text, of_record uuid) RETURNS SETOF cms.versions
    LANGUAGE plpgsql
    AS $$
begin
  return query select * from cms.versions where entity = of_entity and record_id = of_record and pending;
end $$;


--
-- Name: prune_versions(text, uuid, integer); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.prune_versions(of_entity text, of_record uuid, keep integer) RETURNS void
    LANGUAGE sql
    AS $$
  delete from cms.versions where keep is not null and id in (
    select id from cms.versions where entity = of_entity and record_id = of_record and not pending and not published
    order by number desc
    offset greatest(keep - (
      select count(*) from cms.versions where entity = of_entity and record_id = of_record and (pending or published)), 0))
$$;


--
-- Name: publish_version(uuid, text, uuid, jsonb, integer); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.publish_version(version_id uuid, of_entity text, of_record uuid, content jsonb, keep integer) RETURNS uuid
    LANGUAGE plpgsql
    AS $$
begin
  update cms.versions set published = false where entity = of_entity and record_id = of_record and published and id <> version_id;
  update cms.versions set status = 'published', published = true, pending = false, data = content where id = version_id;
  perform cms.prune_versions(of_entity, of_record, keep);
  return version_id;
end $$;


--
-- Name: refuse(text); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.refuse(reason text) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
DECLARE
    kind text := split_part(reason, ':', 1);
    detail text := substr(reason, length(kind) + 2);
BEGIN
    RAISE EXCEPTION USING
        ERRCODE = CASE kind
            WHEN 'forbidden' THEN 'CM403'
            WHEN 'not_found' THEN 'CM404'
            WHEN 'conflict' THEN 'CM409'
            WHEN 'changed' THEN 'CM412'
            ELSE 'CM400'
        END,
        MESSAGE = kind,
        DETAIL = detail;
END
$$;


--
-- Name: relink(regclass, uuid, uuid[]); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.relink(junction regclass, source uuid, targets uuid[]) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
begin
  execute format('delete from %s where source_id = $1 and target_id <> all ($2)', junction) using source, targets;
  execute format('insert into %s as link (source_id, target_id, position)
    select $1, given.id, given.at - 1 from unnest($2) with ordinality as given (id, at)
    on conflict (source_id, target_id) do update set position = excluded.position
    where link.position <> excluded.position', junction) using source, targets;
  return true;
end $_$;


--
-- Name: search.everything(); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms."search.everything"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'TRUNCATE' then
    truncate "cms"."search.everything";
    return null;
  elsif tg_op = 'DELETE' then
    delete from "cms"."search.everything" where id = old.id;
    return null;
  elsif tg_op = 'UPDATE' then
    if row("new"."title") is not distinct from row("old"."title") then
      return null;
    end if;
  end if;
  insert into "cms"."search.everything" (id, words) values (new.id, convert_to(lower(array_to_string(array["new"."title"], chr(10))), 'UTF8')) on conflict (id) do update set words = excluded.words;
  return null;
end $$;


--
-- Name: search.page(); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms."search.page"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'TRUNCATE' then
    truncate "cms"."search.page";
    return null;
  elsif tg_op = 'DELETE' then
    delete from "cms"."search.page" where id = old.id;
    return null;
  elsif tg_op = 'UPDATE' then
    if row("new"."title") is not distinct from row("old"."title") then
      return null;
    end if;
  end if;
  insert into "cms"."search.page" (id, words) values (new.id, convert_to(lower(array_to_string(array["new"."title"], chr(10))), 'UTF8')) on conflict (id) do update set words = excluded.words;
  return null;
end $$;


--
-- Name: search.person(); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms."search.person"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'TRUNCATE' then
    truncate "cms"."search.person";
    return null;
  elsif tg_op = 'DELETE' then
    delete from "cms"."search.person" where id = old.id;
    return null;
  elsif tg_op = 'UPDATE' then
    if row("new"."name") is not distinct from row("old"."name") then
      return null;
    end if;
  end if;
  insert into "cms"."search.person" (id, words) values (new.id, convert_to(lower(array_to_string(array["new"."name"], chr(10))), 'UTF8')) on conflict (id) do update set words = excluded.words;
  return null;
end $$;


--
-- Name: slug_taken(regclass, text, text, text, text, text); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.slug_taken(of regclass, slug_column text, candidate text, in_locale text, of_entity text, of_field text) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
declare
  taken boolean;
begin
  execute format('select exists (select from %s where %I = $1 %s)', of, slug_column,
    case when in_locale is null then '' else 'and locale = $2' end) into taken using candidate, in_locale;
  return taken or exists (
    select from cms.draft_claims claim where claim.entity = of_entity and claim.field = of_field
    and claim.scope = coalesce(in_locale, '') and claim.value = candidate);
end $_$;


--
-- Name: touch(); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    free bigint;
BEGIN
    SELECT "shard" INTO free FROM "cms"."entity_stamps" WHERE "entity" = TG_ARGV[0]
    ORDER BY "shard" LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN
        UPDATE "cms"."entity_stamps" SET "n" = "n" + 1 WHERE "entity" = TG_ARGV[0] AND "shard" = free;
    ELSE
        INSERT INTO "cms"."entity_stamps" ("entity", "n") VALUES (TG_ARGV[0], 1);
    END IF;
    RETURN NULL;
END
$$;


--
-- Name: unpublish_version(text, uuid, integer); Type: FUNCTION; Schema: cms; Owner: -
--

CREATE FUNCTION cms.unpublish_version(of_entity text, of_record uuid, at_version integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  has_draft boolean := exists (select from cms.versions where entity = of_entity and record_id = of_record and pending);
begin
  update cms.versions set published = false, pending = pending or not has_draft
  where entity = of_entity and record_id = of_record and published;
  update cms.versions set base_version = coalesce(base_version, at_version)
  where entity = of_entity and record_id = of_record and pending;
  return true;
end $$;


--
-- Name: api_keys; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.api_keys (
    id uuid NOT NULL,
    name text NOT NULL,
    key_prefix text NOT NULL,
    key_hash text NOT NULL,
    role text NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);


--
-- Name: derivatives; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.derivatives (
    key text NOT NULL,
    asset_kind text NOT NULL,
    asset_id uuid NOT NULL,
    params jsonb NOT NULL,
    mime text,
    size bigint,
    state text DEFAULT 'pending'::text NOT NULL,
    error_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);


--
-- Name: draft_claims; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.draft_claims (
    entity text NOT NULL,
    field text NOT NULL,
    scope text NOT NULL,
    value text NOT NULL,
    record_id uuid NOT NULL
);


--
-- Name: entity_stamps; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.entity_stamps (
    entity text NOT NULL,
    shard bigint NOT NULL,
    n bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');


--
-- Name: entity_stamps_shard_seq; Type: SEQUENCE; Schema: cms; Owner: -
--

CREATE SEQUENCE cms.entity_stamps_shard_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: entity_stamps_shard_seq; Type: SEQUENCE OWNED BY; Schema: cms; Owner: -
--

ALTER SEQUENCE cms.entity_stamps_shard_seq OWNED BY cms.entity_stamps.shard;


--
-- Name: files; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.files (
    id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    published_at timestamp(3) with time zone,
    filename text NOT NULL,
    "mimeType" text NOT NULL,
    size bigint NOT NULL,
    url text NOT NULL,
    hash text NOT NULL,
    storage_key text NOT NULL,
    duration double precision
);


--
-- Name: idempotency; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.idempotency (
    scope_hash text NOT NULL,
    request_hash text NOT NULL,
    entity text,
    record_id uuid,
    status integer,
    body text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    version integer
);


--
-- Name: images; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.images (
    id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    published_at timestamp(3) with time zone,
    filename text NOT NULL,
    "mimeType" text NOT NULL,
    size bigint NOT NULL,
    width integer,
    height integer,
    alt text,
    url text NOT NULL,
    "focalX" double precision,
    "focalY" double precision,
    blurhash text,
    color text,
    hash text NOT NULL,
    storage_key text NOT NULL
);


--
-- Name: login_requests; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.login_requests (
    id uuid NOT NULL,
    email text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    code_hmac text,
    attempts integer DEFAULT 0 NOT NULL,
    used_at timestamp(3) with time zone,
    sent_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);


--
-- Name: outbox; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.outbox (
    id uuid NOT NULL,
    queue text NOT NULL,
    name text NOT NULL,
    payload jsonb NOT NULL,
    run_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    sent_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    error text
);


--
-- Name: schedules; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.schedules (
    entity text NOT NULL,
    record_id uuid NOT NULL,
    publish_at timestamp(3) with time zone,
    unpublish_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);


--
-- Name: schema_state; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.schema_state (
    hash text NOT NULL,
    definition jsonb NOT NULL,
    applied_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    superseded_at timestamp(3) with time zone
);


--
-- Name: search.everything; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms."search.everything" (
    id uuid NOT NULL,
    words bytea NOT NULL
)
WITH (toast_tuple_target='8160');


--
-- Name: search.page; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms."search.page" (
    id uuid NOT NULL,
    words bytea NOT NULL
)
WITH (toast_tuple_target='8160');


--
-- Name: search.person; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms."search.person" (
    id uuid NOT NULL,
    words bytea NOT NULL
)
WITH (toast_tuple_target='8160');


--
-- Name: sessions; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.sessions (
    id uuid NOT NULL,
    token_hash text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_used_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    idle_expires_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    user_agent text,
    ip text
);


--
-- Name: users; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.users (
    id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    published_at timestamp(3) with time zone,
    email text NOT NULL,
    name text,
    role text NOT NULL
);


--
-- Name: videos; Type: TABLE; Schema: cms; Owner: -
--

CREATE TABLE cms.videos (
    id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    published_at timestamp(3) with time zone,
    filename text NOT NULL,
    "mimeType" text NOT NULL,
    size bigint NOT NULL,
    width integer,
    height integer,
    duration double precision,
    url text NOT NULL,
    hash text NOT NULL,
    storage_key text NOT NULL
);


--
-- Name: everything; Type: TABLE; Schema: content; Owner: -
--

CREATE TABLE content.everything (
    id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    published_at timestamp(3) with time zone,
    title text,
    code text,
    slug text,
    body text,
    pieces jsonb,
    amount double precision,
    count bigint,
    flag boolean,
    day date,
    moment timestamp(3) with time zone,
    choice text,
    choices text[],
    email text,
    link text,
    color text,
    data jsonb,
    place jsonb,
    words jsonb,
    parts jsonb,
    sections jsonb,
    author uuid,
    picture uuid,
    attachment uuid,
    secret text,
    film uuid
);


--
-- Name: everything__readers; Type: TABLE; Schema: content; Owner: -
--

CREATE TABLE content.everything__readers (
    source_id uuid NOT NULL,
    target_id uuid NOT NULL,
    "position" integer NOT NULL
);


--
-- Name: page; Type: TABLE; Schema: content; Owner: -
--

CREATE TABLE content.page (
    id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    published_at timestamp(3) with time zone,
    locale text NOT NULL,
    translation_group uuid NOT NULL,
    title text,
    slug text,
    parent uuid
);


--
-- Name: person; Type: TABLE; Schema: content; Owner: -
--

CREATE TABLE content.person (
    id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    published_at timestamp(3) with time zone,
    name text
);


--
-- Name: settings; Type: TABLE; Schema: content; Owner: -
--

CREATE TABLE content.settings (
    id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    published_at timestamp(3) with time zone,
    "siteTitle" text,
    menu jsonb
);


--
-- Name: _prisma_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);


--
-- Name: entity_stamps shard; Type: DEFAULT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.entity_stamps ALTER COLUMN shard SET DEFAULT nextval('cms.entity_stamps_shard_seq'::regclass);


--
-- Data for Name: api_keys; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.api_keys VALUES
	('01a20501-068a-78fb-bd41-c98cd8bac47d', 'fixture', 'cms_ci4ownlR', '4fba66190ecb3ee33a1bf043ea7fd9a7ad5d15cc2698b5eff31a8e9d0c648518', 'admin', NULL, '2026-11-23 13:13:05.547+00', '2026-11-22 20:44:43.061+00');


--
-- Data for Name: derivatives; Type: TABLE DATA; Schema: cms; Owner: -
--



--
-- Data for Name: draft_claims; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.draft_claims VALUES
	('everything', 'code', '', 'A-1', '01a20501-876d-72ae-b211-60c5dce0968e'),
	('everything', 'slug', '', 'everything-in-one-record', '01a20501-876d-72ae-b211-60c5dce0968e');


--
-- Data for Name: entity_stamps; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.entity_stamps VALUES
	('_user', 1000, 2),
	('_image', 1002, 1),
	('_file', 1003, 1),
	('person', 1004, 2),
	('page', 1006, 4),
	('settings', 1001, 2),
	('everything', 1005, 31),
	('_video', 1007, 2);


--
-- Data for Name: files; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.files VALUES
	('01a20501-8715-77b6-a0e5-0bec48c5691e', 1, '2026-11-22 20:45:15.929+00', '2026-11-22 20:45:15.929+00', '2026-11-22 20:45:15.929+00', 'note-48c5691e.txt', 'text/plain', 7, '/api/assets/note-48c5691e.txt', '037279912cb60d7be67228853b057cc642443b4ce29b8a5a5bfbb68234b0b962', 'originals/1e/01a20501-8715-77b6-a0e5-0bec48c5691e', NULL);


--
-- Data for Name: idempotency; Type: TABLE DATA; Schema: cms; Owner: -
--



--
-- Data for Name: images; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.images VALUES
	('01a20501-86ab-7750-b147-f4becaab5be0', 1, '2026-11-22 20:45:15.828+00', '2026-11-22 20:45:15.828+00', '2026-11-22 20:45:15.828+00', 'point-caab5be0.png', 'image/png', 70, 1, 1, 'one point', '/api/assets/point-caab5be0.png', NULL, NULL, 'L9E*Epy-fQy-y-kBfQkBfQfQfQfQ', '#80ff80', '6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0', 'originals/e0/01a20501-86ab-7750-b147-f4becaab5be0');


--
-- Data for Name: login_requests; Type: TABLE DATA; Schema: cms; Owner: -
--



--
-- Data for Name: outbox; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.outbox VALUES
	('01a20501-89ca-7394-95ce-54fd383f8a46', 'schedules', 'carry-out', '{"entity": "everything", "recordId": "01a20501-87e0-70b6-b367-7538fd116782"}', '2099-01-01 00:00:00+00', '2026-11-22 20:45:16.615+00', NULL, NULL, NULL);


--
-- Data for Name: schedules; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.schedules VALUES
	('everything', '01a20501-87e0-70b6-b367-7538fd116782', '2099-01-01 00:00:00+00', NULL, '2026-11-22 20:45:16.615+00');


--
-- Data for Name: schema_state; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.schema_state VALUES
	('5abd5147d6a8e80822a9ec21a21e473d043e7c8d2545d1f2ad0e90622cc2f4fe', '{"page": {"slug": "slug", "title": "text", "parent": "relation"}, "_file": {"url": "text", "size": "number", "duration": "number", "filename": "text", "mimeType": "text"}, "_user": {"name": "text", "role": "text", "email": "email"}, "_image": {"alt": "text", "url": "text", "size": "number", "color": "color", "width": "number", "focalX": "number", "focalY": "number", "height": "number", "blurhash": "text", "filename": "text", "mimeType": "text"}, "_video": {"url": "text", "size": "number", "width": "number", "height": "number", "duration": "number", "filename": "text", "mimeType": "text"}, "person": {"name": "text"}, "settings": {"menu": "array", "siteTitle": "text"}, "everything": {"day": "date", "body": "richtext", "code": "text", "data": "json", "flag": "boolean", "link": "url", "slug": "slug", "color": "color", "count": "number", "email": "email", "parts": "array", "place": "object", "title": "text", "words": "array", "amount": "number", "author": "relation", "choice": "select", "moment": "datetime", "pieces": "richtext", "secret": "text", "choices": "select", "picture": "image", "readers": "relation", "sections": "blocks", "attachment": "file"}}', '2026-11-22 20:44:27.656+00', '2026-11-23 13:12:38.991+00'),
	('c377f77722ee2fee6250da1635ee402b3dc225f253fd0b0ff1207e6147953a50', '{"page": {"slug": "slug", "title": "text", "parent": "relation"}, "_file": {"url": "text", "size": "number", "duration": "number", "filename": "text", "mimeType": "text"}, "_user": {"name": "text", "role": "text", "email": "email"}, "_image": {"alt": "text", "url": "text", "size": "number", "color": "color", "width": "number", "focalX": "number", "focalY": "number", "height": "number", "blurhash": "text", "filename": "text", "mimeType": "text"}, "_video": {"url": "text", "size": "number", "width": "number", "height": "number", "duration": "number", "filename": "text", "mimeType": "text"}, "person": {"name": "text"}, "settings": {"menu": "array", "siteTitle": "text"}, "everything": {"day": "date", "body": "richtext", "code": "text", "data": "json", "film": "video", "flag": "boolean", "link": "url", "slug": "slug", "color": "color", "count": "number", "email": "email", "parts": "array", "place": "object", "title": "text", "words": "array", "amount": "number", "author": "relation", "choice": "select", "moment": "datetime", "pieces": "richtext", "secret": "text", "choices": "select", "picture": "image", "readers": "relation", "sections": "blocks", "attachment": "file"}}', '2026-11-23 13:12:38.824+00', NULL);


--
-- Data for Name: search.everything; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms."search.everything" VALUES
	('01a20501-876d-72ae-b211-60c5dce0968e', '\x65766572797468696e672c206368616e676564'),
	('01a20501-87e0-70b6-b367-7538fd116782', '\x6f6e6c792061206472616674'),
	('01a20501-87f7-79c3-b421-63e67946f3ee', '\x736d616c6c2030'),
	('01a20501-8814-7f61-8000-456e3962ba86', '\x736d616c6c2031'),
	('01a20501-8826-7dc6-8889-8d3ffb4201cd', '\x736d616c6c2032'),
	('01a20501-883c-72ed-b1a1-38a5fac47ac0', '\x736d616c6c2033'),
	('01a20501-8851-73fb-a298-3fbdde1b07ed', '\x736d616c6c2034'),
	('01a20501-8869-77dc-8b2f-c06bfd4d86b7', '\x736d616c6c2035'),
	('01a20501-887d-7438-b400-0a64771fb62b', '\x736d616c6c2036'),
	('01a20501-888c-7814-8c5b-83d2d330c076', '\x736d616c6c2037'),
	('01a20501-889a-7ed6-a5ef-b12bb1a250ae', '\x736d616c6c2038'),
	('01a20501-88a6-75bd-8ab0-68e5f3fda6a9', '\x736d616c6c2039'),
	('01a20501-88b4-75a1-905f-3b395051d94a', '\x736d616c6c203130'),
	('01a20501-88c1-7c67-a13c-36967f50edce', '\x736d616c6c203131'),
	('01a20501-88cf-72d4-817d-8f367e0327d2', '\x736d616c6c203132'),
	('01a20501-88dc-7839-93cb-e8b9590f78c9', '\x736d616c6c203133'),
	('01a20501-88e9-74ca-ad9b-4ad2a73e6914', '\x736d616c6c203134'),
	('01a20501-88f6-7aee-baad-2726b78be6b2', '\x736d616c6c203135'),
	('01a20501-8903-770a-9914-8308c0a2ba2d', '\x736d616c6c203136'),
	('01a20501-8910-7149-8317-fe098ae5ec8f', '\x736d616c6c203137'),
	('01a20501-891d-7395-89fb-64d647c56968', '\x736d616c6c203138'),
	('01a20501-8926-71e9-9e78-dc9a54b5c157', '\x736d616c6c203139'),
	('01a20501-8935-7bab-8746-4e9aa11d8b2f', '\x736d616c6c203230'),
	('01a20501-8940-7bcf-96ae-297d0eba3b99', '\x736d616c6c203231'),
	('01a20501-894d-78d0-b5fd-37dffcdec969', '\x736d616c6c203232'),
	('01a20501-895a-704e-8dac-d26dbd135609', '\x736d616c6c203233'),
	('01a20501-8966-76db-8e19-7b575f58bbdd', '\x736d616c6c203234');


--
-- Data for Name: search.page; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms."search.page" VALUES
	('01a20501-8972-72a8-aa64-23af8d2d89cc', '\x686f6d65'),
	('01a20501-898b-7803-a5ca-39db77cb818d', '\x73746172747365697465'),
	('01a20501-89a7-7c7d-bd4e-f5aaef1d17f5', '\x62656c6f77');


--
-- Data for Name: search.person; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms."search.person" VALUES
	('01a20501-8739-76a7-b774-4130a6326765', '\x616e6e'),
	('01a20501-8754-7975-8100-3ef40ba88890', '\x62c3a96e');


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: cms; Owner: -
--



--
-- Data for Name: users; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.users VALUES
	('01a20500-ca77-70ea-97eb-0d5861133159', 1, '2026-11-22 20:44:27.64+00', '2026-11-22 20:44:27.64+00', '2026-11-22 20:44:27.64+00', 'admin@example.com', 'first', 'admin');


--
-- Data for Name: versions; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.versions VALUES
	('01a20501-8778-7556-b9dd-e75441cebaf4', 'everything', '01a20501-876d-72ae-b211-60c5dce0968e', 1, 'published', false, false, NULL, '{"day": "2026-02-28", "body": "# Head\n\nText with *emphasis*.", "code": "A-1", "data": {"a": [1, null, {"b": "ü"}]}, "flag": true, "link": "https://www.example.com/?a=b", "slug": "everything-in-one-record", "color": "#336699", "count": 7, "email": "ann@example.com", "parts": [{"by": "01a20501-8754-7975-8100-3ef40ba88890", "label": "first"}, {"by": null, "label": "second"}], "place": {"town": "Åre", "guide": "01a20501-8739-76a7-b774-4130a6326765"}, "title": "Everything in one record", "words": ["one", "two"], "amount": 12.5, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": "2026-02-28T12:30:00.250Z", "pieces": null, "secret": "not told", "choices": ["red", "blue"], "picture": "01a20501-86ab-7750-b147-f4becaab5be0", "readers": ["01a20501-8754-7975-8100-3ef40ba88890", "01a20501-8739-76a7-b774-4130a6326765"], "sections": [{"_key": "01a20501-876c-7f0c-b87e-2e56d7a19714", "text": "Said.", "_type": "quote"}, {"_key": "01a20501-876c-7edc-9c2c-53aa8813adfe", "_type": "gallery", "pictures": ["01a20501-86ab-7750-b147-f4becaab5be0"]}], "attachment": "01a20501-8715-77b6-a0e5-0bec48c5691e"}', NULL, '2026-11-22 20:45:16.024+00', NULL),
	('01a20501-879f-7638-925a-dac783811a31', 'everything', '01a20501-876d-72ae-b211-60c5dce0968e', 2, 'published', false, true, NULL, '{"day": "2026-02-28", "body": "# Head\n\nText with *emphasis*.", "code": "A-1", "data": {"a": [1, null, {"b": "ü"}]}, "flag": true, "link": "https://www.example.com/?a=b", "slug": "everything-in-one-record", "color": "#336699", "count": 8, "email": "ann@example.com", "parts": [{"by": "01a20501-8754-7975-8100-3ef40ba88890", "label": "first"}, {"by": null, "label": "second"}], "place": {"town": "Åre", "guide": "01a20501-8739-76a7-b774-4130a6326765"}, "title": "Everything, changed", "words": ["one", "two"], "amount": 12.5, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": "2026-02-28T12:30:00.250Z", "pieces": null, "secret": "not told", "choices": ["red", "blue"], "picture": "01a20501-86ab-7750-b147-f4becaab5be0", "readers": ["01a20501-8754-7975-8100-3ef40ba88890", "01a20501-8739-76a7-b774-4130a6326765"], "sections": [{"_key": "01a20501-876c-7f0c-b87e-2e56d7a19714", "text": "Said.", "_type": "quote"}, {"_key": "01a20501-876c-7edc-9c2c-53aa8813adfe", "_type": "gallery", "pictures": ["01a20501-86ab-7750-b147-f4becaab5be0"]}], "attachment": "01a20501-8715-77b6-a0e5-0bec48c5691e"}', NULL, '2026-11-22 20:45:16.064+00', NULL),
	('01a20501-87c1-73d6-8305-28271af887cc', 'everything', '01a20501-876d-72ae-b211-60c5dce0968e', 3, 'draft', true, false, 3, '{"day": "2026-02-28", "body": "# Head\n\nText with *emphasis*.", "code": "A-1", "data": {"a": [1, null, {"b": "ü"}]}, "flag": true, "link": "https://www.example.com/?a=b", "slug": "everything-in-one-record", "color": "#336699", "count": 8, "email": "ann@example.com", "parts": [{"by": "01a20501-8754-7975-8100-3ef40ba88890", "label": "first"}, {"by": null, "label": "second"}], "place": {"town": "Åre", "guide": "01a20501-8739-76a7-b774-4130a6326765"}, "title": "Everything, in a draft", "words": ["draft"], "amount": 12.5, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": "2026-02-28T12:30:00.250Z", "pieces": null, "secret": "not told", "choices": ["red", "blue"], "picture": "01a20501-86ab-7750-b147-f4becaab5be0", "readers": ["01a20501-8754-7975-8100-3ef40ba88890", "01a20501-8739-76a7-b774-4130a6326765"], "sections": [{"_key": "01a20501-876c-7f0c-b87e-2e56d7a19714", "text": "Said.", "_type": "quote"}, {"_key": "01a20501-876c-7edc-9c2c-53aa8813adfe", "_type": "gallery", "pictures": ["01a20501-86ab-7750-b147-f4becaab5be0"]}], "attachment": "01a20501-8715-77b6-a0e5-0bec48c5691e"}', NULL, '2026-11-22 20:45:16.097+00', NULL),
	('01a20501-87e5-7eba-bc8c-ccbe1a551b5d', 'everything', '01a20501-87e0-70b6-b367-7538fd116782', 1, 'draft', true, false, NULL, '{"day": null, "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "only-a-draft", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Only a draft", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": null, "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.133+00', NULL),
	('01a20501-87fe-7c2c-8dae-c632f6231668', 'everything', '01a20501-87f7-79c3-b421-63e67946f3ee', 1, 'published', false, true, NULL, '{"day": "2026-03-01", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-0", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 0", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.16+00', NULL),
	('01a20501-8827-7c32-a1b3-649cb33f570f', 'everything', '01a20501-8826-7dc6-8889-8d3ffb4201cd', 1, 'published', false, true, NULL, '{"day": "2026-03-03", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-2", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 2", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.199+00', NULL),
	('01a20501-883f-7f46-bf64-05b4520427af', 'everything', '01a20501-883c-72ed-b1a1-38a5fac47ac0', 1, 'published', false, true, NULL, '{"day": "2026-03-04", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-3", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 3", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.224+00', NULL),
	('01a20501-8851-7946-a8c5-3f39663347b9', 'everything', '01a20501-8851-73fb-a298-3fbdde1b07ed', 1, 'published', false, true, NULL, '{"day": "2026-03-05", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-4", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 4", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.241+00', NULL),
	('01a20501-8869-728b-907e-dc320d5b47ba', 'everything', '01a20501-8869-77dc-8b2f-c06bfd4d86b7', 1, 'published', false, true, NULL, '{"day": "2026-03-06", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-5", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 5", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.265+00', NULL),
	('01a20501-887d-707b-97ce-8bc2b5696bf2', 'everything', '01a20501-887d-7438-b400-0a64771fb62b', 1, 'published', false, true, NULL, '{"day": "2026-03-07", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-6", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 6", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.285+00', NULL),
	('01a20501-888e-71cb-aee6-bf3a4b27dd17', 'everything', '01a20501-888c-7814-8c5b-83d2d330c076', 1, 'published', false, true, NULL, '{"day": "2026-03-08", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-7", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 7", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.302+00', NULL),
	('01a20501-889b-7db8-aaef-a3a3bbcceced', 'everything', '01a20501-889a-7ed6-a5ef-b12bb1a250ae', 1, 'published', false, true, NULL, '{"day": "2026-03-09", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-8", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 8", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.315+00', NULL),
	('01a20501-88a6-7e03-b9ae-d95a6cbfa1da', 'everything', '01a20501-88a6-75bd-8ab0-68e5f3fda6a9', 1, 'published', false, true, NULL, '{"day": "2026-03-10", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-9", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 9", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.326+00', NULL),
	('01a20501-88b4-779e-9e87-f4caf9cd6765', 'everything', '01a20501-88b4-75a1-905f-3b395051d94a', 1, 'published', false, true, NULL, '{"day": "2026-03-11", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-10", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 10", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.34+00', NULL),
	('01a20501-88c1-7e7b-a43c-b1801c6d51a1', 'everything', '01a20501-88c1-7c67-a13c-36967f50edce', 1, 'published', false, true, NULL, '{"day": "2026-03-12", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-11", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 11", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.354+00', NULL),
	('01a20501-88d0-75fa-bf6d-0aba69b0a772', 'everything', '01a20501-88cf-72d4-817d-8f367e0327d2', 1, 'published', false, true, NULL, '{"day": "2026-03-13", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-12", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 12", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.368+00', NULL),
	('01a20501-88dd-7d21-a137-3a462b16e2b5', 'everything', '01a20501-88dc-7839-93cb-e8b9590f78c9', 1, 'published', false, true, NULL, '{"day": "2026-03-14", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-13", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 13", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.381+00', NULL),
	('01a20501-88e9-7e5b-837e-6a6e247e94a3', 'everything', '01a20501-88e9-74ca-ad9b-4ad2a73e6914', 1, 'published', false, true, NULL, '{"day": "2026-03-15", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-14", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 14", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.393+00', NULL),
	('01a20501-88f6-77e7-b173-f486e844287f', 'everything', '01a20501-88f6-7aee-baad-2726b78be6b2', 1, 'published', false, true, NULL, '{"day": "2026-03-16", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-15", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 15", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.407+00', NULL),
	('01a20501-8905-7818-a484-17bef214d42b', 'everything', '01a20501-8903-770a-9914-8308c0a2ba2d', 1, 'published', false, true, NULL, '{"day": "2026-03-17", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-16", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 16", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.421+00', NULL),
	('01a20501-8910-7a7f-a851-f8de7d72105c', 'everything', '01a20501-8910-7149-8317-fe098ae5ec8f', 1, 'published', false, true, NULL, '{"day": "2026-03-18", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-17", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 17", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.432+00', NULL),
	('01a20501-891d-775e-8ceb-1f92b8bc979d', 'everything', '01a20501-891d-7395-89fb-64d647c56968', 1, 'published', false, true, NULL, '{"day": "2026-03-19", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-18", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 18", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.445+00', NULL),
	('01a20501-8927-7530-944f-da0b67463f42', 'everything', '01a20501-8926-71e9-9e78-dc9a54b5c157', 1, 'published', false, true, NULL, '{"day": "2026-03-20", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-19", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 19", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.455+00', NULL),
	('01a20501-8935-74fb-8a64-3c98084c0828', 'everything', '01a20501-8935-7bab-8746-4e9aa11d8b2f', 1, 'published', false, true, NULL, '{"day": "2026-03-21", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-20", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 20", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.47+00', NULL),
	('01a20501-8940-7cf6-a924-d580c7503c12', 'everything', '01a20501-8940-7bcf-96ae-297d0eba3b99', 1, 'published', false, true, NULL, '{"day": "2026-03-22", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-21", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 21", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.482+00', NULL),
	('01a20501-894e-7231-aa42-61c8dd47d302', 'everything', '01a20501-894d-78d0-b5fd-37dffcdec969', 1, 'published', false, true, NULL, '{"day": "2026-03-23", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-22", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 22", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.494+00', NULL),
	('01a20501-895b-74f2-910b-a013d90e67ba', 'everything', '01a20501-895a-704e-8dac-d26dbd135609', 1, 'published', false, true, NULL, '{"day": "2026-03-24", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-23", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 23", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.507+00', NULL),
	('01a20501-8966-7509-b73e-6e73d9a950d8', 'everything', '01a20501-8966-76db-8e19-7b575f58bbdd', 1, 'published', false, true, NULL, '{"day": "2026-03-25", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-24", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 24", "words": null, "amount": null, "author": "01a20501-8754-7975-8100-3ef40ba88890", "choice": "two", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.518+00', NULL),
	('01a20501-8974-7a50-8ea6-3992c4614a68', 'page', '01a20501-8972-72a8-aa64-23af8d2d89cc', 1, 'published', false, true, NULL, '{"slug": "home", "title": "Home", "parent": null}', 'en', '2026-11-22 20:45:16.532+00', NULL),
	('01a20501-898c-7587-8fdb-fcedf1e10a26', 'page', '01a20501-898b-7803-a5ca-39db77cb818d', 1, 'draft', false, false, NULL, '{"slug": "home", "title": "Home", "parent": null}', 'de', '2026-11-22 20:45:16.556+00', NULL),
	('01a20501-899a-7dfe-96e0-1fdebaf9042d', 'page', '01a20501-898b-7803-a5ca-39db77cb818d', 2, 'published', false, true, NULL, '{"slug": "home", "title": "Startseite", "parent": null}', 'de', '2026-11-22 20:45:16.57+00', NULL),
	('01a20501-89a7-7fee-8b69-8f8cb794e2fb', 'page', '01a20501-89a7-7c7d-bd4e-f5aaef1d17f5', 1, 'published', false, true, NULL, '{"slug": "below", "title": "Below", "parent": "01a20501-8972-72a8-aa64-23af8d2d89cc"}', 'en', '2026-11-22 20:45:16.583+00', NULL),
	('01a20501-8815-7a49-97ed-e1fb2c1a37aa', 'everything', '01a20501-8814-7f61-8000-456e3962ba86', 1, 'published', false, false, NULL, '{"day": "2026-03-02", "body": null, "code": null, "data": null, "flag": false, "link": null, "slug": "small-1", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 1", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-22 20:45:16.181+00', NULL),
	('01a2088a-47f0-7b0d-a056-669e1c0d201e', 'everything', '01a20501-8814-7f61-8000-456e3962ba86', 2, 'published', false, true, NULL, '{"day": "2026-03-02", "body": null, "code": null, "data": null, "film": "01a2088a-47a1-7f97-9c5d-537052db3b6e", "flag": false, "link": null, "slug": "small-1", "color": null, "count": null, "email": null, "parts": null, "place": null, "title": "Small 1", "words": null, "amount": null, "author": "01a20501-8739-76a7-b774-4130a6326765", "choice": "one", "moment": null, "pieces": null, "secret": null, "choices": null, "picture": null, "readers": [], "sections": null, "attachment": null}', NULL, '2026-11-23 13:13:29.84+00', NULL);


--
-- Data for Name: videos; Type: TABLE DATA; Schema: cms; Owner: -
--

INSERT INTO cms.videos VALUES
	('01a2088a-47a1-7f97-9c5d-537052db3b6e', 1, '2026-11-23 13:13:29.765+00', '2026-11-23 13:13:29.765+00', '2026-11-23 13:13:29.765+00', 'film-52db3b6e.mp4', 'video/mp4', 960, 16, 16, 1, '/api/assets/film-52db3b6e.mp4', 'e043f20c8ab58a8d034a63afc06b34e6e955ea2ad433d05007529d9ad4f654a4', 'originals/6e/01a2088a-47a1-7f97-9c5d-537052db3b6e');


--
-- Data for Name: everything; Type: TABLE DATA; Schema: content; Owner: -
--

INSERT INTO content.everything VALUES
	('01a20501-876d-72ae-b211-60c5dce0968e', 3, '2026-11-22 20:45:16.024+00', '2026-11-22 20:45:16.064+00', '2026-11-22 20:45:16.064+00', 'Everything, changed', 'A-1', 'everything-in-one-record', '# Head

Text with *emphasis*.', NULL, 12.5, 8, true, '2026-02-28', '2026-02-28 12:30:00.25+00', 'two', '{red,blue}', 'ann@example.com', 'https://www.example.com/?a=b', '#336699', '{"a": [1, null, {"b": "ü"}]}', '{"town": "Åre", "guide": "01a20501-8739-76a7-b774-4130a6326765"}', '["one", "two"]', '[{"by": "01a20501-8754-7975-8100-3ef40ba88890", "label": "first"}, {"by": null, "label": "second"}]', '[{"_key": "01a20501-876c-7f0c-b87e-2e56d7a19714", "text": "Said.", "_type": "quote"}, {"_key": "01a20501-876c-7edc-9c2c-53aa8813adfe", "_type": "gallery", "pictures": ["01a20501-86ab-7750-b147-f4becaab5be0"]}]', '01a20501-8739-76a7-b774-4130a6326765', '01a20501-86ab-7750-b147-f4becaab5be0', '01a20501-8715-77b6-a0e5-0bec48c5691e', 'not told', NULL),
	('01a20501-87e0-70b6-b367-7538fd116782', 1, '2026-11-22 20:45:16.133+00', '2026-11-22 20:45:16.133+00', NULL, 'Only a draft', NULL, 'only-a-draft', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-87f7-79c3-b421-63e67946f3ee', 1, '2026-11-22 20:45:16.16+00', '2026-11-22 20:45:16.16+00', '2026-11-22 20:45:16.16+00', 'Small 0', NULL, 'small-0', NULL, NULL, NULL, NULL, false, '2026-03-01', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-8826-7dc6-8889-8d3ffb4201cd', 1, '2026-11-22 20:45:16.199+00', '2026-11-22 20:45:16.199+00', '2026-11-22 20:45:16.199+00', 'Small 2', NULL, 'small-2', NULL, NULL, NULL, NULL, false, '2026-03-03', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-883c-72ed-b1a1-38a5fac47ac0', 1, '2026-11-22 20:45:16.224+00', '2026-11-22 20:45:16.224+00', '2026-11-22 20:45:16.224+00', 'Small 3', NULL, 'small-3', NULL, NULL, NULL, NULL, false, '2026-03-04', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-8851-73fb-a298-3fbdde1b07ed', 1, '2026-11-22 20:45:16.241+00', '2026-11-22 20:45:16.241+00', '2026-11-22 20:45:16.241+00', 'Small 4', NULL, 'small-4', NULL, NULL, NULL, NULL, false, '2026-03-05', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-8869-77dc-8b2f-c06bfd4d86b7', 1, '2026-11-22 20:45:16.265+00', '2026-11-22 20:45:16.265+00', '2026-11-22 20:45:16.265+00', 'Small 5', NULL, 'small-5', NULL, NULL, NULL, NULL, false, '2026-03-06', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-887d-7438-b400-0a64771fb62b', 1, '2026-11-22 20:45:16.285+00', '2026-11-22 20:45:16.285+00', '2026-11-22 20:45:16.285+00', 'Small 6', NULL, 'small-6', NULL, NULL, NULL, NULL, false, '2026-03-07', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-888c-7814-8c5b-83d2d330c076', 1, '2026-11-22 20:45:16.302+00', '2026-11-22 20:45:16.302+00', '2026-11-22 20:45:16.302+00', 'Small 7', NULL, 'small-7', NULL, NULL, NULL, NULL, false, '2026-03-08', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-889a-7ed6-a5ef-b12bb1a250ae', 1, '2026-11-22 20:45:16.315+00', '2026-11-22 20:45:16.315+00', '2026-11-22 20:45:16.315+00', 'Small 8', NULL, 'small-8', NULL, NULL, NULL, NULL, false, '2026-03-09', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-88a6-75bd-8ab0-68e5f3fda6a9', 1, '2026-11-22 20:45:16.326+00', '2026-11-22 20:45:16.326+00', '2026-11-22 20:45:16.326+00', 'Small 9', NULL, 'small-9', NULL, NULL, NULL, NULL, false, '2026-03-10', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-88b4-75a1-905f-3b395051d94a', 1, '2026-11-22 20:45:16.34+00', '2026-11-22 20:45:16.34+00', '2026-11-22 20:45:16.34+00', 'Small 10', NULL, 'small-10', NULL, NULL, NULL, NULL, false, '2026-03-11', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-88c1-7c67-a13c-36967f50edce', 1, '2026-11-22 20:45:16.354+00', '2026-11-22 20:45:16.354+00', '2026-11-22 20:45:16.354+00', 'Small 11', NULL, 'small-11', NULL, NULL, NULL, NULL, false, '2026-03-12', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-88cf-72d4-817d-8f367e0327d2', 1, '2026-11-22 20:45:16.368+00', '2026-11-22 20:45:16.368+00', '2026-11-22 20:45:16.368+00', 'Small 12', NULL, 'small-12', NULL, NULL, NULL, NULL, false, '2026-03-13', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-88dc-7839-93cb-e8b9590f78c9', 1, '2026-11-22 20:45:16.381+00', '2026-11-22 20:45:16.381+00', '2026-11-22 20:45:16.381+00', 'Small 13', NULL, 'small-13', NULL, NULL, NULL, NULL, false, '2026-03-14', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-88e9-74ca-ad9b-4ad2a73e6914', 1, '2026-11-22 20:45:16.393+00', '2026-11-22 20:45:16.393+00', '2026-11-22 20:45:16.393+00', 'Small 14', NULL, 'small-14', NULL, NULL, NULL, NULL, false, '2026-03-15', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-88f6-7aee-baad-2726b78be6b2', 1, '2026-11-22 20:45:16.407+00', '2026-11-22 20:45:16.407+00', '2026-11-22 20:45:16.407+00', 'Small 15', NULL, 'small-15', NULL, NULL, NULL, NULL, false, '2026-03-16', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-8903-770a-9914-8308c0a2ba2d', 1, '2026-11-22 20:45:16.421+00', '2026-11-22 20:45:16.421+00', '2026-11-22 20:45:16.421+00', 'Small 16', NULL, 'small-16', NULL, NULL, NULL, NULL, false, '2026-03-17', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-8910-7149-8317-fe098ae5ec8f', 1, '2026-11-22 20:45:16.432+00', '2026-11-22 20:45:16.432+00', '2026-11-22 20:45:16.432+00', 'Small 17', NULL, 'small-17', NULL, NULL, NULL, NULL, false, '2026-03-18', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-891d-7395-89fb-64d647c56968', 1, '2026-11-22 20:45:16.445+00', '2026-11-22 20:45:16.445+00', '2026-11-22 20:45:16.445+00', 'Small 18', NULL, 'small-18', NULL, NULL, NULL, NULL, false, '2026-03-19', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-8926-71e9-9e78-dc9a54b5c157', 1, '2026-11-22 20:45:16.455+00', '2026-11-22 20:45:16.455+00', '2026-11-22 20:45:16.455+00', 'Small 19', NULL, 'small-19', NULL, NULL, NULL, NULL, false, '2026-03-20', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-8935-7bab-8746-4e9aa11d8b2f', 1, '2026-11-22 20:45:16.47+00', '2026-11-22 20:45:16.47+00', '2026-11-22 20:45:16.47+00', 'Small 20', NULL, 'small-20', NULL, NULL, NULL, NULL, false, '2026-03-21', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-8940-7bcf-96ae-297d0eba3b99', 1, '2026-11-22 20:45:16.482+00', '2026-11-22 20:45:16.482+00', '2026-11-22 20:45:16.482+00', 'Small 21', NULL, 'small-21', NULL, NULL, NULL, NULL, false, '2026-03-22', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-894d-78d0-b5fd-37dffcdec969', 1, '2026-11-22 20:45:16.494+00', '2026-11-22 20:45:16.494+00', '2026-11-22 20:45:16.494+00', 'Small 22', NULL, 'small-22', NULL, NULL, NULL, NULL, false, '2026-03-23', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-895a-704e-8dac-d26dbd135609', 1, '2026-11-22 20:45:16.507+00', '2026-11-22 20:45:16.507+00', '2026-11-22 20:45:16.507+00', 'Small 23', NULL, 'small-23', NULL, NULL, NULL, NULL, false, '2026-03-24', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, NULL),
	('01a20501-8966-76db-8e19-7b575f58bbdd', 1, '2026-11-22 20:45:16.518+00', '2026-11-22 20:45:16.518+00', '2026-11-22 20:45:16.518+00', 'Small 24', NULL, 'small-24', NULL, NULL, NULL, NULL, false, '2026-03-25', NULL, 'two', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8754-7975-8100-3ef40ba88890', NULL, NULL, NULL, NULL),
	('01a20501-8814-7f61-8000-456e3962ba86', 2, '2026-11-22 20:45:16.181+00', '2026-11-23 13:13:29.84+00', '2026-11-23 13:13:29.84+00', 'Small 1', NULL, 'small-1', NULL, NULL, NULL, NULL, false, '2026-03-02', NULL, 'one', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a20501-8739-76a7-b774-4130a6326765', NULL, NULL, NULL, '01a2088a-47a1-7f97-9c5d-537052db3b6e');


--
-- Data for Name: everything__readers; Type: TABLE DATA; Schema: content; Owner: -
--

INSERT INTO content.everything__readers VALUES
	('01a20501-876d-72ae-b211-60c5dce0968e', '01a20501-8754-7975-8100-3ef40ba88890', 0),
	('01a20501-876d-72ae-b211-60c5dce0968e', '01a20501-8739-76a7-b774-4130a6326765', 1);


--
-- Data for Name: page; Type: TABLE DATA; Schema: content; Owner: -
--

INSERT INTO content.page VALUES
	('01a20501-8972-72a8-aa64-23af8d2d89cc', 1, '2026-11-22 20:45:16.532+00', '2026-11-22 20:45:16.532+00', '2026-11-22 20:45:16.532+00', 'en', '01a20501-8972-72a8-aa64-23af8d2d89cc', 'Home', 'home', NULL),
	('01a20501-898b-7803-a5ca-39db77cb818d', 2, '2026-11-22 20:45:16.556+00', '2026-11-22 20:45:16.57+00', '2026-11-22 20:45:16.57+00', 'de', '01a20501-8972-72a8-aa64-23af8d2d89cc', 'Startseite', 'home', NULL),
	('01a20501-89a7-7c7d-bd4e-f5aaef1d17f5', 1, '2026-11-22 20:45:16.583+00', '2026-11-22 20:45:16.583+00', '2026-11-22 20:45:16.583+00', 'en', '01a20501-89a7-7c7d-bd4e-f5aaef1d17f5', 'Below', 'below', '01a20501-8972-72a8-aa64-23af8d2d89cc');


--
-- Data for Name: person; Type: TABLE DATA; Schema: content; Owner: -
--

INSERT INTO content.person VALUES
	('01a20501-8739-76a7-b774-4130a6326765', 1, '2026-11-22 20:45:15.968+00', '2026-11-22 20:45:15.968+00', '2026-11-22 20:45:15.968+00', 'Ann'),
	('01a20501-8754-7975-8100-3ef40ba88890', 1, '2026-11-22 20:45:15.988+00', '2026-11-22 20:45:15.988+00', '2026-11-22 20:45:15.988+00', 'Bén');


--
-- Data for Name: settings; Type: TABLE DATA; Schema: content; Owner: -
--

INSERT INTO content.settings VALUES
	('01a20500-cb2a-7ab8-bdfc-6c76e18df619', 2, '2026-11-22 20:44:27.819+00', '2026-11-22 20:45:16.596+00', '2026-11-22 20:45:16.596+00', 'The fixture', '["Home", "Below"]');


--
-- Data for Name: _prisma_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public._prisma_migrations VALUES
	('896f0922-322f-4f6f-aaa0-e996a93133ca', '2da85b8b91c59438eb72c08027918fef07d0c438a7b48d224a23fe8c649ec7cc', '2026-11-22 20:44:27.611392+00', '20260101000000_system_tables', NULL, NULL, '2026-11-22 20:44:27.375689+00', 1),
	('d448a9fe-5900-4cf1-a69f-030205508ed6', '7c37a8b51fd4276c76e303b5349806275f89fdf1c832dfda11b40d27b4a1545e', '2026-11-22 20:44:27.616873+00', '20261121000000_file_duration', NULL, NULL, '2026-11-22 20:44:27.614677+00', 1),
	('66c23159-f8ab-44f8-b876-78933cc7aa36', '3ac9a8902ad2f94ccb3cfe4a4657391282d08ad512be627bcec6bbf9539f2681', '2026-11-22 20:44:27.624727+00', '20261121000001_stamps_without_waiting', NULL, NULL, '2026-11-22 20:44:27.618181+00', 1),
	('f7bb9f74-0cd8-4bfe-87b1-ea6e03281a35', 'a5a6f25943d3296b550ee3408a432784cab225be797d242962bfe0ecea1b406d', '2026-11-22 20:44:27.634973+00', '20261121000002_replays_with_version', NULL, NULL, '2026-11-22 20:44:27.633726+00', 1);


--
-- Name: entity_stamps_shard_seq; Type: SEQUENCE SET; Schema: cms; Owner: -
--

SELECT pg_catalog.setval('cms.entity_stamps_shard_seq', 1007, true);


--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);


--
-- Name: derivatives derivatives_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.derivatives
    ADD CONSTRAINT derivatives_pkey PRIMARY KEY (key);


--
-- Name: draft_claims draft_claims_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.draft_claims
    ADD CONSTRAINT draft_claims_pkey PRIMARY KEY (entity, field, scope, value);


--
-- Name: entity_stamps entity_stamps_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.entity_stamps
    ADD CONSTRAINT entity_stamps_pkey PRIMARY KEY (entity, shard);


--
-- Name: files files_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);


--
-- Name: idempotency idempotency_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (scope_hash);


--
-- Name: images images_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.images
    ADD CONSTRAINT images_pkey PRIMARY KEY (id);


--
-- Name: login_requests login_requests_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.login_requests
    ADD CONSTRAINT login_requests_pkey PRIMARY KEY (id);


--
-- Name: outbox outbox_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);


--
-- Name: schedules schedules_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.schedules
    ADD CONSTRAINT schedules_pkey PRIMARY KEY (entity, record_id);


--
-- Name: schema_state schema_state_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.schema_state
    ADD CONSTRAINT schema_state_pkey PRIMARY KEY (hash);


--
-- Name: search.everything search.everything_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms."search.everything"
    ADD CONSTRAINT "search.everything_pkey" PRIMARY KEY (id);


--
-- Name: search.page search.page_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms."search.page"
    ADD CONSTRAINT "search.page_pkey" PRIMARY KEY (id);


--
-- Name: search.person search.person_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms."search.person"
    ADD CONSTRAINT "search.person_pkey" PRIMARY KEY (id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- Name: versions versions_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.versions
    ADD CONSTRAINT versions_pkey PRIMARY KEY (id);


--
-- Name: videos videos_pkey; Type: CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.videos
    ADD CONSTRAINT videos_pkey PRIMARY KEY (id);


--
-- Name: everything__readers everything__readers_pkey; Type: CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.everything__readers
    ADD CONSTRAINT everything__readers_pkey PRIMARY KEY (source_id, target_id);


--
-- Name: everything everything_pkey; Type: CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.everything
    ADD CONSTRAINT everything_pkey PRIMARY KEY (id);


--
-- Name: page page_pkey; Type: CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.page
    ADD CONSTRAINT page_pkey PRIMARY KEY (id);


--
-- Name: person person_pkey; Type: CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);


--
-- Name: settings settings_pkey; Type: CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (id);


--
-- Name: _prisma_migrations _prisma_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);


--
-- Name: api_keys_key_hash_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX api_keys_key_hash_key ON cms.api_keys USING btree (key_hash);


--
-- Name: derivatives_asset_kind_asset_id_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX derivatives_asset_kind_asset_id_idx ON cms.derivatives USING btree (asset_kind, asset_id);


--
-- Name: draft_claims_entity_record_id_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX draft_claims_entity_record_id_idx ON cms.draft_claims USING btree (entity, record_id);


--
-- Name: files_created_at_id_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX files_created_at_id_idx ON cms.files USING btree (created_at DESC, id DESC);


--
-- Name: files_filename_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX files_filename_key ON cms.files USING btree (filename);


--
-- Name: files_hash_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX files_hash_key ON cms.files USING btree (hash);


--
-- Name: idempotency_created_at_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX idempotency_created_at_idx ON cms.idempotency USING btree (created_at);


--
-- Name: images_created_at_id_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX images_created_at_id_idx ON cms.images USING btree (created_at DESC, id DESC);


--
-- Name: images_filename_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX images_filename_key ON cms.images USING btree (filename);


--
-- Name: images_hash_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX images_hash_key ON cms.images USING btree (hash);


--
-- Name: login_requests_email_created_at_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX login_requests_email_created_at_idx ON cms.login_requests USING btree (email, created_at);


--
-- Name: login_requests_expires_at_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX login_requests_expires_at_idx ON cms.login_requests USING btree (expires_at);


--
-- Name: outbox_unfinished; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX outbox_unfinished ON cms.outbox USING btree (sent_at) WHERE ((sent_at IS NOT NULL) AND (failed_at IS NULL));


--
-- Name: outbox_unsent; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX outbox_unsent ON cms.outbox USING btree (run_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));


--
-- Name: schedules_publish_at_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX schedules_publish_at_idx ON cms.schedules USING btree (publish_at);


--
-- Name: schedules_unpublish_at_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX schedules_unpublish_at_idx ON cms.schedules USING btree (unpublish_at);


--
-- Name: schema_state_one_current; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX schema_state_one_current ON cms.schema_state USING btree ((true)) WHERE (superseded_at IS NULL);


--
-- Name: sessions_expires_at_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX sessions_expires_at_idx ON cms.sessions USING btree (expires_at);


--
-- Name: sessions_token_hash_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX sessions_token_hash_key ON cms.sessions USING btree (token_hash);


--
-- Name: sessions_user_id_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX sessions_user_id_idx ON cms.sessions USING btree (user_id);


--
-- Name: users_created_at_id_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX users_created_at_id_idx ON cms.users USING btree (created_at DESC, id DESC);


--
-- Name: users_email_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX users_email_key ON cms.users USING btree (lower(email));


--
-- Name: versions_entity_record_id_number_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX versions_entity_record_id_number_key ON cms.versions USING btree (entity, record_id, number);


--
-- Name: versions_one_pending; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX versions_one_pending ON cms.versions USING btree (entity, record_id) WHERE pending;


--
-- Name: versions_one_published; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX versions_one_published ON cms.versions USING btree (entity, record_id) WHERE published;


--
-- Name: videos_created_at_id_idx; Type: INDEX; Schema: cms; Owner: -
--

CREATE INDEX videos_created_at_id_idx ON cms.videos USING btree (created_at DESC, id DESC);


--
-- Name: videos_filename_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX videos_filename_key ON cms.videos USING btree (filename);


--
-- Name: videos_hash_key; Type: INDEX; Schema: cms; Owner: -
--

CREATE UNIQUE INDEX videos_hash_key ON cms.videos USING btree (hash);


--
-- Name: index.everything.attachment.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.everything.attachment.id.published_at" ON content.everything USING btree (attachment, id) INCLUDE (published_at);


--
-- Name: index.everything.author.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.everything.author.id.published_at" ON content.everything USING btree (author, id) INCLUDE (published_at);


--
-- Name: index.everything.choice.day.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.everything.choice.day.id.published_at" ON content.everything USING btree (choice, day, id) INCLUDE (published_at);


--
-- Name: index.everything.created_at.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.everything.created_at.id.published_at" ON content.everything USING btree (created_at, id) INCLUDE (published_at);


--
-- Name: index.everything.film.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.everything.film.id.published_at" ON content.everything USING btree (film, id) INCLUDE (published_at);


--
-- Name: index.everything.picture.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.everything.picture.id.published_at" ON content.everything USING btree (picture, id) INCLUDE (published_at);


--
-- Name: index.everything.updated_at.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.everything.updated_at.id.published_at" ON content.everything USING btree (updated_at, id) INCLUDE (published_at);


--
-- Name: index.everything__readers.target_id.source_id; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.everything__readers.target_id.source_id" ON content.everything__readers USING btree (target_id, source_id);


--
-- Name: index.page.created_at.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.page.created_at.id.published_at" ON content.page USING btree (created_at, id) INCLUDE (published_at);


--
-- Name: index.page.parent.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.page.parent.id.published_at" ON content.page USING btree (parent, id) INCLUDE (published_at);


--
-- Name: index.page.updated_at.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.page.updated_at.id.published_at" ON content.page USING btree (updated_at, id) INCLUDE (published_at);


--
-- Name: index.person.created_at.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.person.created_at.id.published_at" ON content.person USING btree (created_at, id) INCLUDE (published_at);


--
-- Name: index.person.updated_at.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.person.updated_at.id.published_at" ON content.person USING btree (updated_at, id) INCLUDE (published_at);


--
-- Name: index.settings.created_at.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.settings.created_at.id.published_at" ON content.settings USING btree (created_at, id) INCLUDE (published_at);


--
-- Name: index.settings.updated_at.id.published_at; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "index.settings.updated_at.id.published_at" ON content.settings USING btree (updated_at, id) INCLUDE (published_at);


--
-- Name: single.settings; Type: INDEX; Schema: content; Owner: -
--

CREATE UNIQUE INDEX "single.settings" ON content.settings USING btree ((true));


--
-- Name: trigram.everything.title; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "trigram.everything.title" ON content.everything USING gin (title public.gin_trgm_ops);


--
-- Name: trigram.page.title; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "trigram.page.title" ON content.page USING gin (title public.gin_trgm_ops);


--
-- Name: trigram.person.name; Type: INDEX; Schema: content; Owner: -
--

CREATE INDEX "trigram.person.name" ON content.person USING gin (name public.gin_trgm_ops);


--
-- Name: unique.everything.code; Type: INDEX; Schema: content; Owner: -
--

CREATE UNIQUE INDEX "unique.everything.code" ON content.everything USING btree (code);


--
-- Name: unique.everything.slug; Type: INDEX; Schema: content; Owner: -
--

CREATE UNIQUE INDEX "unique.everything.slug" ON content.everything USING btree (slug);


--
-- Name: unique.page.locale.slug; Type: INDEX; Schema: content; Owner: -
--

CREATE UNIQUE INDEX "unique.page.locale.slug" ON content.page USING btree (locale, slug);


--
-- Name: unique.page.translation_group.locale; Type: INDEX; Schema: content; Owner: -
--

CREATE UNIQUE INDEX "unique.page.translation_group.locale" ON content.page USING btree (translation_group, locale);


--
-- Name: outbox announce; Type: TRIGGER; Schema: cms; Owner: -
--

CREATE TRIGGER announce AFTER INSERT ON cms.outbox FOR EACH STATEMENT EXECUTE FUNCTION cms.announce_outbox();


--
-- Name: files touch; Type: TRIGGER; Schema: cms; Owner: -
--

CREATE TRIGGER touch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON cms.files FOR EACH STATEMENT EXECUTE FUNCTION cms.touch('_file');


--
-- Name: images touch; Type: TRIGGER; Schema: cms; Owner: -
--

CREATE TRIGGER touch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON cms.images FOR EACH STATEMENT EXECUTE FUNCTION cms.touch('_image');


--
-- Name: users touch; Type: TRIGGER; Schema: cms; Owner: -
--

CREATE TRIGGER touch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON cms.users FOR EACH STATEMENT EXECUTE FUNCTION cms.touch('_user');


--
-- Name: videos touch; Type: TRIGGER; Schema: cms; Owner: -
--

CREATE TRIGGER touch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON cms.videos FOR EACH STATEMENT EXECUTE FUNCTION cms.touch('_video');


--
-- Name: person search.0c766b2eb5; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER "search.0c766b2eb5" AFTER INSERT OR DELETE OR UPDATE ON content.person FOR EACH ROW EXECUTE FUNCTION cms."search.person"();


--
-- Name: person search.0c766b2eb5.empty; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER "search.0c766b2eb5.empty" AFTER TRUNCATE ON content.person FOR EACH STATEMENT EXECUTE FUNCTION cms."search.person"();


--
-- Name: everything search.54bba8992d; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER "search.54bba8992d" AFTER INSERT OR DELETE OR UPDATE ON content.everything FOR EACH ROW EXECUTE FUNCTION cms."search.everything"();


--
-- Name: everything search.54bba8992d.empty; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER "search.54bba8992d.empty" AFTER TRUNCATE ON content.everything FOR EACH STATEMENT EXECUTE FUNCTION cms."search.everything"();


--
-- Name: page search.967deacbdc; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER "search.967deacbdc" AFTER INSERT OR DELETE OR UPDATE ON content.page FOR EACH ROW EXECUTE FUNCTION cms."search.page"();


--
-- Name: page search.967deacbdc.empty; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER "search.967deacbdc.empty" AFTER TRUNCATE ON content.page FOR EACH STATEMENT EXECUTE FUNCTION cms."search.page"();


--
-- Name: everything touch; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER touch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON content.everything FOR EACH STATEMENT EXECUTE FUNCTION cms.touch('everything');


--
-- Name: everything__readers touch; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER touch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON content.everything__readers FOR EACH STATEMENT EXECUTE FUNCTION cms.touch('everything');


--
-- Name: page touch; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER touch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON content.page FOR EACH STATEMENT EXECUTE FUNCTION cms.touch('page');


--
-- Name: person touch; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER touch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON content.person FOR EACH STATEMENT EXECUTE FUNCTION cms.touch('person');


--
-- Name: settings touch; Type: TRIGGER; Schema: content; Owner: -
--

CREATE TRIGGER touch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON content.settings FOR EACH STATEMENT EXECUTE FUNCTION cms.touch('settings');


--
-- Name: sessions sessions_user_id_fkey; Type: FK CONSTRAINT; Schema: cms; Owner: -
--

ALTER TABLE ONLY cms.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES cms.users(id) ON UPDATE RESTRICT ON DELETE CASCADE;


--
-- Name: everything fk.everything.attachment.files.set_null; Type: FK CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.everything
    ADD CONSTRAINT "fk.everything.attachment.files.set_null" FOREIGN KEY (attachment) REFERENCES cms.files(id) ON DELETE SET NULL;


--
-- Name: everything fk.everything.author.person.set_null; Type: FK CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.everything
    ADD CONSTRAINT "fk.everything.author.person.set_null" FOREIGN KEY (author) REFERENCES content.person(id) ON DELETE SET NULL;


--
-- Name: everything fk.everything.film.videos.set_null; Type: FK CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.everything
    ADD CONSTRAINT "fk.everything.film.videos.set_null" FOREIGN KEY (film) REFERENCES cms.videos(id) ON DELETE SET NULL;


--
-- Name: everything fk.everything.picture.images.set_null; Type: FK CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.everything
    ADD CONSTRAINT "fk.everything.picture.images.set_null" FOREIGN KEY (picture) REFERENCES cms.images(id) ON DELETE SET NULL;


--
-- Name: everything__readers fk.everything__readers.source_id.everything.cascade; Type: FK CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.everything__readers
    ADD CONSTRAINT "fk.everything__readers.source_id.everything.cascade" FOREIGN KEY (source_id) REFERENCES content.everything(id) ON DELETE CASCADE;


--
-- Name: everything__readers fk.everything__readers.target_id.person.cascade; Type: FK CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.everything__readers
    ADD CONSTRAINT "fk.everything__readers.target_id.person.cascade" FOREIGN KEY (target_id) REFERENCES content.person(id) ON DELETE CASCADE;


--
-- Name: page fk.page.parent.page.no_action; Type: FK CONSTRAINT; Schema: content; Owner: -
--

ALTER TABLE ONLY content.page
    ADD CONSTRAINT "fk.page.parent.page.no_action" FOREIGN KEY (parent) REFERENCES content.page(id);


--
-- PostgreSQL database dump complete
--


