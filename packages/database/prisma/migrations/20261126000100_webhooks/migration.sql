-- Committed changes that webhooks are told about, until they are divided into deliveries. `id` gives the order of a record's changes: who
-- writes a record holds its lock.
CREATE TABLE "cms"."events" (
    "id" BIGSERIAL NOT NULL,
    "event" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "locale" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- The state of a webhook of the configuration. Failures are counted since the last success.
CREATE TABLE "cms"."webhooks" (
    "name" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "probe_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("name")
);

-- One event for one webhook. `job_id` is its job in the outbox while it is `pending` and one is planned. A test has no entity.
CREATE TABLE "cms"."webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook" TEXT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "event" TEXT NOT NULL,
    "entity" TEXT,
    "record_id" UUID NOT NULL,
    "version" INTEGER,
    "locale" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "job_id" UUID,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "first_at" TIMESTAMPTZ(3),
    "last_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "status" INTEGER,
    "answer" TEXT,
    "error" TEXT,
    "duration_ms" INTEGER,
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_deliveries_at_idx" ON "cms"."webhook_deliveries"("at" DESC);
CREATE INDEX "webhook_deliveries_open" ON "cms"."webhook_deliveries"("webhook", "record_id", "event_id") WHERE "state" = 'pending';
CREATE INDEX "webhook_deliveries_planned" ON "cms"."webhook_deliveries"("job_id")
    WHERE "state" = 'pending' AND "job_id" IS NOT NULL AND "next_at" IS NULL;
CREATE INDEX "webhook_deliveries_waiting" ON "cms"."webhook_deliveries"("event_id") WHERE "state" = 'pending' AND "job_id" IS NULL;

-- All run as the owner of the tables: services that write records have no privileges on events.
-- An import without events turns them off for its transaction.
CREATE FUNCTION "cms"."add_event"(of_event text, of_entity text, of_record uuid, at_version integer, in_locale text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF pg_catalog.current_setting('cms.events', true) IS NOT DISTINCT FROM 'off' THEN
        RETURN;
    END IF;
    INSERT INTO "cms"."events" ("event", "entity", "record_id", "version", "locale", "at")
    VALUES (of_event, of_entity, of_record, at_version, in_locale, pg_catalog.clock_timestamp());
END
$$;

-- What a written row means for readers of live records. A record in the trash is deleted for them, and one that is being removed was
-- announced before. Arguments: the entity, and `locale` if its rows have one.
CREATE FUNCTION "cms"."add_row_event"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    was_live boolean := false;
    is_live boolean := false;
    in_locale text;
    happened text;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        was_live := OLD."published_at" IS NOT NULL;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        is_live := NEW."published_at" IS NOT NULL;
    END IF;
    IF TG_OP = 'DELETE' THEN
        IF "cms"."is_removing"() AND EXISTS (SELECT FROM "cms"."removals" WHERE "id" = OLD."id") THEN
            RETURN NULL;
        END IF;
        happened := CASE WHEN was_live THEN 'deleted' ELSE 'draft' END;
    ELSIF is_live AND NOT was_live THEN
        happened := 'published';
    ELSIF was_live AND NOT is_live THEN
        happened := CASE WHEN EXISTS (SELECT FROM "cms"."trash" WHERE "id" = NEW."id") THEN 'deleted' ELSE 'unpublished' END;
    ELSIF was_live AND is_live AND NEW."version" <> OLD."version" THEN
        happened := 'updated';
    ELSE
        RETURN NULL;
    END IF;
    IF TG_NARGS > 1 THEN
        in_locale := CASE WHEN TG_OP = 'DELETE' THEN OLD."locale" ELSE NEW."locale" END;
    END IF;
    IF TG_OP = 'DELETE' THEN
        PERFORM "cms"."add_event"(happened, TG_ARGV[0], OLD."id", OLD."version", in_locale);
    ELSE
        PERFORM "cms"."add_event"(happened, TG_ARGV[0], NEW."id", NEW."version", in_locale);
    END IF;
    RETURN NULL;
END
$$;

-- A record that is removed in the background is deleted for readers from now on.
CREATE FUNCTION "cms"."add_removal_event"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    of_table text := CASE NEW."entity" WHEN '_user' THEN 'cms.users' WHEN '_image' THEN 'cms.images' WHEN '_video' THEN 'cms.videos'
        WHEN '_file' THEN 'cms.files' ELSE pg_catalog.format('content.%I', NEW."entity") END;
    gone record;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_catalog.to_regclass(of_table) AND tgname IN ('event', 'event.locale')) THEN
        RETURN NULL;
    END IF;
    EXECUTE pg_catalog.format('select r.version, r.published_at, pg_catalog.to_jsonb(r) ->> ''locale'' as locale from %s r where r.id = $1', of_table)
        INTO gone USING NEW."id";
    IF gone."version" IS NOT NULL THEN
        PERFORM "cms"."add_event"(CASE WHEN gone."published_at" IS NOT NULL THEN 'deleted' ELSE 'draft' END, NEW."entity", NEW."id",
            gone."version", gone."locale");
    END IF;
    RETURN NULL;
END
$$;

-- A draft was saved.
CREATE FUNCTION "cms"."add_draft_event"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM "cms"."add_event"('draft', NEW."entity", NEW."record_id", coalesce(NEW."record_version", NEW."base_version", 1), NEW."locale");
    RETURN NULL;
END
$$;

-- A draft ended. Runs at the end of the transaction: then it was discarded if no newer version took its place.
CREATE FUNCTION "cms"."add_discard_event"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM "cms"."versions" v WHERE v."entity" = NEW."entity" AND v."record_id" = NEW."record_id"
            AND (v."number" > NEW."number" OR (v."id" = NEW."id" AND (v."pending" OR v."published"))))
        AND EXISTS (SELECT FROM "cms"."versions" v WHERE v."id" = NEW."id") THEN
        PERFORM "cms"."add_event"('draft', NEW."entity", NEW."record_id", coalesce(NEW."record_version", NEW."base_version", 1), NEW."locale");
    END IF;
    RETURN NULL;
END
$$;

-- A draft moved to the trash, or left it.
CREATE FUNCTION "cms"."add_trash_event"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    trashed "cms"."trash" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    last "cms"."versions";
BEGIN
    SELECT * INTO last FROM "cms"."versions" v WHERE v."entity" = trashed."entity" AND v."record_id" = trashed."id"
        ORDER BY v."number" DESC LIMIT 1;
    IF FOUND THEN
        PERFORM "cms"."add_event"('draft', trashed."entity", trashed."id", coalesce(last."record_version", 1), last."locale");
    END IF;
    RETURN NULL;
END
$$;
