-- Committed changes for the event stream. `xact` is the transaction that wrote it. `before` and `after` are the columns that row filters
-- compare, of the row before and after the change; null where there is no such row for readers, or where no row filter needs one.
CREATE TABLE "cms"."stream_events" (
    "xact" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "event" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "locale" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "before" JSONB,
    "after" JSONB,
    CONSTRAINT "stream_events_pkey" PRIMARY KEY ("xact", "id")
);

-- The order of commits: what one snapshot sees and the one before it did not see was committed in between. `token` tells a snapshot from one
-- that had the same number in a database that was restored since.
CREATE TABLE "cms"."stream_snapshots" (
    "number" BIGSERIAL NOT NULL,
    "token" TEXT NOT NULL,
    "snapshot" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "stream_snapshots_pkey" PRIMARY KEY ("number")
);

-- Takes a snapshot if an event was committed since the last one, one process at a time. The numbers of transactions belong to one server:
-- what a dump brought from another one has no meaning here.
CREATE FUNCTION "cms"."take_stream_snapshot"() RETURNS TABLE ("number" bigint, "token" text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    last "cms"."stream_snapshots";
BEGIN
    PERFORM pg_advisory_xact_lock(72707380);
    SELECT s.* INTO last FROM "cms"."stream_snapshots" s ORDER BY s."number" DESC LIMIT 1;
    IF pg_snapshot_xmax(last."snapshot"::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) THEN
        DELETE FROM "cms"."stream_events";
        DELETE FROM "cms"."stream_snapshots";
        last := NULL;
    END IF;
    RETURN QUERY INSERT INTO "cms"."stream_snapshots" ("token", "snapshot", "at")
        SELECT left(md5(gen_random_uuid()::text), 8), pg_current_snapshot()::text, clock_timestamp()
        WHERE last."number" IS NULL
            OR EXISTS (SELECT FROM "cms"."stream_events" e WHERE e."xact" >= pg_snapshot_xmax(last."snapshot"::pg_snapshot)::text::bigint)
            OR EXISTS (SELECT FROM "cms"."stream_events" e
                WHERE e."xact" = ANY (ARRAY(SELECT x::text::bigint FROM pg_snapshot_xip(last."snapshot"::pg_snapshot) x)))
        RETURNING "stream_snapshots"."number", "stream_snapshots"."token";
    IF NOT FOUND THEN
        RETURN QUERY SELECT last."number", last."token";
    END IF;
END
$$;

-- The functions `add_…_event` of the first webhooks stay: their triggers call them until new ones take their place.

-- The values of some columns of a row; null without a row or without columns.
CREATE FUNCTION "cms"."filter_columns"(of_row jsonb, columns text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT jsonb_object_agg(c, of_row -> c) FROM unnest(columns) c WHERE of_row IS NOT NULL
$$;

-- `told` is who is told: webhooks, stream, both or nobody.
CREATE FUNCTION "cms"."log_event"(told text, of_event text, of_entity text, of_record uuid, at_version integer, in_locale text, before jsonb, after jsonb)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF pg_catalog.current_setting('cms.events', true) IS NOT DISTINCT FROM 'off' THEN
        RETURN;
    END IF;
    IF told IN ('webhooks', 'both') THEN
        INSERT INTO "cms"."events" ("event", "entity", "record_id", "version", "locale", "at")
        VALUES (of_event, of_entity, of_record, at_version, in_locale, pg_catalog.clock_timestamp());
    END IF;
    IF told IN ('stream', 'both') THEN
        INSERT INTO "cms"."stream_events" ("xact", "event", "entity", "record_id", "version", "locale", "at", "before", "after")
        VALUES (pg_catalog.pg_current_xact_id()::text::bigint, of_event, of_entity, of_record, at_version, in_locale,
            pg_catalog.clock_timestamp(), before, after);
    END IF;
END
$$;

-- The functions below get one argument: for each entity, who is told, and its table, and the names of the fields by the columns that row
-- filters compare: {"article": {"told": "both", "table": "content.article", "columns": {"section": "section"}}}.

-- The stored row of a record, as far as row filters need it.
CREATE FUNCTION "cms"."filtered_row"(of_source jsonb, of_record uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found jsonb;
    columns text[] := ARRAY(SELECT jsonb_object_keys(of_source -> 'columns'));
BEGIN
    IF cardinality(columns) > 0 THEN
        EXECUTE format('select to_jsonb(r) from %s r where r.id = $1', of_source ->> 'table') INTO found USING of_record;
    END IF;
    RETURN "cms"."filter_columns"(found, columns);
END
$$;

-- The same with a draft applied to it.
CREATE FUNCTION "cms"."drafted_row"(of_source jsonb, stored jsonb, draft jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT stored || coalesce((SELECT jsonb_object_agg(c."key", draft -> c."value") FROM jsonb_each_text(of_source -> 'columns') c
        WHERE draft ? c."value"), '{}')
$$;

CREATE FUNCTION "cms"."log_version_event"(of_source jsonb, of_version "cms"."versions", draft jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    stored jsonb := "cms"."filtered_row"(of_source, of_version."record_id");
BEGIN
    PERFORM "cms"."log_event"(of_source ->> 'told', 'draft', of_version."entity", of_version."record_id",
        coalesce(of_version."record_version", of_version."base_version", 1), of_version."locale", stored,
        "cms"."drafted_row"(of_source, stored, draft));
END
$$;

-- The records that a statement marks as removed.
CREATE FUNCTION "cms"."log_removal_events"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    of_source record;
BEGIN
    FOR of_source IN SELECT e."entity", s."value" ->> 'told' AS "told", s."value" ->> 'table' AS "table",
            ARRAY(SELECT jsonb_object_keys(s."value" -> 'columns')) AS "columns"
            FROM (SELECT DISTINCT a."entity" FROM "added" a) e, LATERAL (SELECT TG_ARGV[0]::jsonb -> e."entity" AS "value") s
            WHERE s."value" IS NOT NULL LOOP
        EXECUTE format('select cms.log_event($1, case when r.published_at is not null then ''deleted'' else ''draft'' end, $2, r.id, r.version,
            to_jsonb(r) ->> ''locale'', cms.filter_columns(to_jsonb(r), $3), null)
            from added a join %s r on r.id = a.id where a.entity = $2', of_source."table")
            USING of_source."told", of_source."entity", of_source."columns";
    END LOOP;
    RETURN NULL;
END
$$;

CREATE FUNCTION "cms"."log_draft_event"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_ARGV[0]::jsonb ? NEW."entity" THEN
        PERFORM "cms"."log_version_event"(TG_ARGV[0]::jsonb -> NEW."entity", NEW, NEW."data");
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "cms"."log_discard_event"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_ARGV[0]::jsonb ? NEW."entity"
        AND NOT EXISTS (SELECT FROM "cms"."versions" v WHERE v."entity" = NEW."entity" AND v."record_id" = NEW."record_id"
            AND (v."number" > NEW."number" OR (v."id" = NEW."id" AND (v."pending" OR v."published"))))
        AND EXISTS (SELECT FROM "cms"."versions" v WHERE v."id" = NEW."id") THEN
        PERFORM "cms"."log_version_event"(TG_ARGV[0]::jsonb -> NEW."entity", NEW, OLD."data");
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "cms"."log_trash_event"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    trashed "cms"."trash" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    last "cms"."versions";
BEGIN
    SELECT * INTO last FROM "cms"."versions" v WHERE v."entity" = trashed."entity" AND v."record_id" = trashed."id"
        ORDER BY v."number" DESC LIMIT 1;
    IF FOUND AND TG_ARGV[0]::jsonb ? trashed."entity" THEN
        PERFORM "cms"."log_version_event"(TG_ARGV[0]::jsonb -> trashed."entity", last, last."data");
    END IF;
    RETURN NULL;
END
$$;
