-- The audit log: one row for each committed change, inserted in its transaction. `seq` is the order of insertion, not of commits.
-- Rows are never changed. Those of refusals have a key: `once`.
CREATE TABLE "cms"."audit" (
    "seq" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor_kind" TEXT,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "entity" TEXT,
    "record_id" UUID,
    "changes" JSONB NOT NULL DEFAULT '[]',
    "values" JSONB,
    "address" TEXT,
    "request_id" TEXT,
    "route" TEXT,
    "once" TEXT,
    CONSTRAINT "audit_pkey" PRIMARY KEY ("seq")
);
CREATE INDEX "audit_record_id_seq_idx" ON "cms"."audit"("record_id", "seq");
CREATE UNIQUE INDEX "audit_once" ON "cms"."audit"("once") WHERE "once" IS NOT NULL;

-- The chain over the rows of the log. All rows up to `settled` were sealed, or rolled back, when this one was inserted.
CREATE TABLE "cms"."audit_seals" (
    "number" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "settled" BIGINT NOT NULL,
    CONSTRAINT "audit_seals_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "audit_seals_seq_key" ON "cms"."audit_seals"("seq");

-- The last seal of the days that were dropped, the one with the greatest number: the chain continues it.
CREATE TABLE "cms"."audit_dropped" (
    "number" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "audit_dropped_pkey" PRIMARY KEY ("number")
);

-- The sealed log as the API reads it.
CREATE VIEW "cms"."audit_log" AS
SELECT a."id", 1 AS "version", a."at" AS "created_at", a."at" AS "updated_at", a."at" AS "published_at",
    a."actor_id" AS "created_by", a."actor_kind" AS "created_by_kind", a."actor_id" AS "updated_by", a."actor_kind" AS "updated_by_kind",
    s."number", a."at",
    CASE WHEN a."actor_kind" IS NOT NULL THEN pg_catalog.jsonb_build_object('type', a."actor_kind", 'id', a."actor_id",
        'name', coalesce(u."name", k."name")) END AS "actor",
    a."actor_kind" AS "actorType", a."actor_id" AS "actorId", a."action", a."entity", a."record_id" AS "recordId", a."changes", a."values",
    a."address", a."request_id" AS "requestId", a."route", s."previous_hash" AS "previousHash", s."hash"
FROM "cms"."audit_seals" s
JOIN "cms"."audit" a ON a."seq" = s."seq"
LEFT JOIN "cms"."users" u ON a."actor_kind" = 'user' AND u."id" = a."actor_id"
LEFT JOIN "cms"."api_keys" k ON a."actor_kind" = 'key' AND k."id" = a."actor_id";

-- The triggers run as the owner of the tables: services can't write the log otherwise.
-- The setting `cms.audit` says who makes a change: a JSON object of `k` (user, key or anonymous), `i` (their id), `a` (address),
-- `r` (request id), `e` and `o` (the entity and the operation of the statement), `l` (the to-many relations of a new record). An import
-- sets it to `off`: only who may become the owner of the tables can do so.
CREATE FUNCTION "cms"."audit_context"() RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    given text := pg_catalog.current_setting('cms.audit', true);
BEGIN
    IF given = 'off' THEN
        RETURN CASE WHEN pg_catalog.pg_has_role(session_user, current_user, 'MEMBER') THEN '"off"' END::jsonb;
    END IF;
    RETURN nullif(given, '')::jsonb;
END
$$;

-- Logs a change of a record; the trigger function of each entity calls it. `action` is the one that the rows show; `by_kind` and `by_id` are
-- their author, for a process of an earlier release; `is_version`: the row has another version, or became live or not live. `changed` are the
-- names of the changed fields as JSON strings, separated by commas; `links` the fields of junction tables by the table's quoted name; `kept` the
-- values, if they are logged. Rows are no arguments: that would read their large values.
CREATE FUNCTION "cms"."log_row"(action text, of_entity text, of_record uuid, by_kind text, by_id uuid, is_version boolean, changed text, links jsonb, kept jsonb)
RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    given text := pg_catalog.current_setting('cms.audit', true);
    context jsonb := CASE WHEN given = 'off' THEN "cms"."audit_context"() ELSE nullif(given, '')::jsonb END; -- a call takes longer
    operation text := CASE WHEN context ->> 'e' = of_entity THEN context ->> 'o' END;
    relinked text;
BEGIN
    IF context = '"off"' THEN
        RETURN false;
    END IF;
    IF action <> 'create' AND "cms"."is_removing"() THEN
        IF EXISTS (SELECT FROM "cms"."removals" WHERE "id" = of_record) THEN
            RETURN false; -- its deletion was logged when it was marked
        END IF;
    END IF;
    IF context IS NOT NULL THEN
        by_kind := context ->> 'k';
        by_id := context ->> 'i';
    END IF;
    IF action = 'create' THEN
        IF operation IN ('translate', 'duplicate') THEN
            action := operation;
        END IF;
        IF context ? 'l' THEN
            changed := pg_catalog.concat_ws(',', nullif(changed, ''), pg_catalog.btrim((context -> 'l')::text, '[]'));
        END IF;
    ELSIF action = 'delete' THEN
        IF operation = 'discard' THEN
            action := operation;
        END IF;
    ELSE
        IF context IS NULL AND NOT is_version OR action = 'draft' OR operation IN ('trash', 'untrash') THEN
            RETURN false; -- a change of the tables, or one that another trigger logs
        END IF;
        IF operation IN ('update', 'publish', 'unpublish', 'restore', 'assign') THEN
            action := operation;
        END IF;
        relinked := pg_catalog.current_setting('cms.relinked', true);
        IF relinked <> '' THEN
            changed := pg_catalog.concat_ws(',', nullif(changed, ''), (
                SELECT pg_catalog.string_agg(pg_catalog.to_json(f.value)::text, ',') FROM pg_catalog.jsonb_each_text(links) f
                WHERE pg_catalog.strpos(relinked, f.key || ' ' || of_record::text) > 0));
            PERFORM pg_catalog.set_config('cms.relinked', pg_catalog.replace(relinked, of_record::text, ''), true); -- logged now
        END IF;
        IF changed = '' AND NOT is_version THEN
            RETURN false;
        END IF;
    END IF;
    INSERT INTO "cms"."audit" ("actor_kind", "actor_id", "action", "entity", "record_id", "changes", "values", "address", "request_id")
    VALUES (by_kind, by_id, action, of_entity, of_record, ('[' || changed || ']')::jsonb, kept, context ->> 'a', context ->> 'r');
    RETURN true;
END
$$;

-- A draft was saved. `cms.ended_draft` is the version that it took the place of. A record's first version is part of its creation.
-- Arguments: `values` if values are logged; the hidden fields of each entity.
CREATE FUNCTION "cms"."audit_draft"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    context jsonb := "cms"."audit_context"();
    ended text := pg_catalog.current_setting('cms.ended_draft', true);
    was jsonb;
    changed jsonb;
    kept jsonb;
BEGIN
    IF context = '"off"' THEN
        RETURN NULL;
    END IF;
    SELECT v."data" INTO was FROM "cms"."versions" v
    WHERE v."entity" = NEW."entity" AND v."record_id" = NEW."record_id" AND v."id" <> NEW."id" AND (v."id"::text = ended OR v."published")
    ORDER BY v."id"::text = ended DESC NULLS LAST LIMIT 1;
    SELECT coalesce(pg_catalog.jsonb_agg(n.key), '[]') INTO changed
    FROM pg_catalog.jsonb_each(NEW."data") n WHERE n.value IS DISTINCT FROM coalesce(was -> n.key, 'null') AND (was IS NOT NULL OR n.value <> '[]');
    IF TG_ARGV[0] = 'values' THEN
        SELECT pg_catalog.jsonb_object_agg(n.key, pg_catalog.jsonb_build_object('before', was -> n.key, 'after', n.value)) INTO kept
        FROM pg_catalog.jsonb_each(NEW."data") n
        WHERE n.value IS DISTINCT FROM coalesce(was -> n.key, 'null') AND NOT (coalesce(TG_ARGV[1]::jsonb -> NEW."entity", '[]') ? n.key);
    END IF;
    INSERT INTO "cms"."audit" ("actor_kind", "actor_id", "action", "entity", "record_id", "changes", "values", "address", "request_id")
    VALUES (
        CASE WHEN context IS NOT NULL THEN context ->> 'k' WHEN NEW."created_by" IS NOT NULL THEN 'user'
            WHEN NEW."created_by_key" IS NOT NULL THEN 'key' END,
        CASE WHEN context IS NOT NULL THEN (context ->> 'i')::uuid ELSE coalesce(NEW."created_by", NEW."created_by_key") END,
        CASE WHEN context ->> 'e' = NEW."entity" AND context ->> 'o' = 'restore' THEN 'restore' ELSE 'draft' END,
        NEW."entity", NEW."record_id", changed, kept, context ->> 'a', context ->> 'r');
    RETURN NULL;
END
$$;

-- A draft ended: because of a newer one, or because it was discarded.
CREATE FUNCTION "cms"."audit_ended_draft"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    context jsonb := "cms"."audit_context"();
BEGIN
    PERFORM pg_catalog.set_config('cms.ended_draft', OLD."id"::text, true);
    IF context ->> 'o' = 'discard' AND context ->> 'e' = NEW."entity" THEN
        INSERT INTO "cms"."audit" ("actor_kind", "actor_id", "action", "entity", "record_id", "address", "request_id")
        VALUES (context ->> 'k', (context ->> 'i')::uuid, 'discard', NEW."entity", NEW."record_id", context ->> 'a', context ->> 'r');
    END IF;
    RETURN NULL;
END
$$;

-- A record moved to the trash, or left it by being restored.
CREATE FUNCTION "cms"."audit_trash"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    context jsonb := "cms"."audit_context"();
    moved "cms"."trash" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
    IF context = '"off"' OR TG_OP = 'DELETE' AND context ->> 'o' IS DISTINCT FROM 'untrash' THEN
        RETURN NULL;
    END IF;
    INSERT INTO "cms"."audit" ("actor_kind", "actor_id", "action", "entity", "record_id", "address", "request_id")
    VALUES (context ->> 'k', (context ->> 'i')::uuid, CASE WHEN TG_OP = 'DELETE' THEN 'restore' ELSE 'trash' END, moved."entity", moved."id",
        context ->> 'a', context ->> 'r');
    RETURN NULL;
END
$$;

-- Records are deleted for readers from now on, and removed in the background.
CREATE FUNCTION "cms"."audit_removals"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    context jsonb := "cms"."audit_context"();
BEGIN
    IF context IS DISTINCT FROM '"off"' THEN
        INSERT INTO "cms"."audit" ("actor_kind", "actor_id", "action", "entity", "record_id", "address", "request_id")
        SELECT context ->> 'k', (context ->> 'i')::uuid, 'delete', a."entity", a."id", context ->> 'a', context ->> 'r'
        FROM "added" a ORDER BY a."level", a."id";
    END IF;
    RETURN NULL;
END
$$;

-- A user signed in, confirmed it, or a session ended. Sessions that are only extended, and swept after their end, are not logged.
CREATE FUNCTION "cms"."audit_session"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    context jsonb := "cms"."audit_context"();
    session "cms"."sessions" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    is_own boolean := TG_OP <> 'DELETE' OR context ->> 'k' = 'anonymous';
BEGIN
    IF context = '"off"' OR TG_OP = 'DELETE' AND context IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO "cms"."audit" ("actor_kind", "actor_id", "action", "entity", "record_id", "address", "request_id")
    VALUES (CASE WHEN is_own THEN 'user' ELSE context ->> 'k' END, CASE WHEN is_own THEN session."user_id" ELSE (context ->> 'i')::uuid END,
        CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'DELETE' THEN 'delete' ELSE 'confirm' END, '_session', session."id",
        coalesce(context ->> 'a', session."ip"), context ->> 'r');
    RETURN NULL;
END
$$;

-- An API key was created, changed or revoked. Its use is not logged.
CREATE FUNCTION "cms"."audit_api_key"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    context jsonb := "cms"."audit_context"();
    ignored text[] := '{id,key_hash,key_prefix,created_at,last_used_at}';
    was jsonb := CASE WHEN TG_OP = 'UPDATE' THEN pg_catalog.to_jsonb(OLD) ELSE '{}' END;
    changed jsonb := '[]';
BEGIN
    IF context = '"off"' THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        SELECT coalesce(pg_catalog.jsonb_agg(CASE n.key WHEN 'expires_at' THEN 'expiresAt' WHEN 'rate_limit_per_minute' THEN 'rateLimitPerMinute' ELSE n.key END), '[]')
        INTO changed FROM pg_catalog.jsonb_each(pg_catalog.to_jsonb(NEW) - ignored) n WHERE n.value IS DISTINCT FROM coalesce(was -> n.key, 'null');
    END IF;
    INSERT INTO "cms"."audit" ("actor_kind", "actor_id", "action", "entity", "record_id", "changes", "address", "request_id")
    VALUES (context ->> 'k', (context ->> 'i')::uuid, CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'DELETE' THEN 'delete' ELSE 'update' END,
        '_api-key', CASE WHEN TG_OP = 'DELETE' THEN OLD."id" ELSE NEW."id" END, changed, context ->> 'a', context ->> 'r');
    RETURN NULL;
END
$$;

-- A refusal: one row for each actor, route and minute. An actor without an id is an address.
CREATE FUNCTION "cms"."add_refusal"(of_kind text, of_id uuid, in_entity text, in_address text, in_request text, of_route text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    minute text := pg_catalog.date_trunc('minute', pg_catalog.clock_timestamp())::text;
BEGIN
    PERFORM pg_catalog.pg_current_xact_id(); -- before the number of the row: the sealer relies on this order
    INSERT INTO "cms"."audit" ("actor_kind", "actor_id", "action", "entity", "address", "request_id", "route", "once")
    VALUES (of_kind, of_id, 'refuse', in_entity, in_address, in_request, of_route,
        pg_catalog.concat_ws(' ', minute, of_kind, coalesce(of_id::text, in_address), of_route))
    ON CONFLICT ("once") WHERE "once" IS NOT NULL DO NOTHING;
END
$$;

-- Drops some rows that are older than the days of the configuration, oldest first, and remembers the last of them. Only whole days end.
-- The age is that of the row: services can insert seals.
CREATE FUNCTION "cms"."drop_audit"(at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    ends timestamptz := pg_catalog.date_trunc('day', pg_catalog.now(), 'UTC') - pg_catalog.make_interval(days => "cms"."audit_days"());
    last "cms"."audit_seals";
    dropped integer;
BEGIN
    SELECT s.* INTO last FROM (
        SELECT s."number", bool_or(coalesce(a."at", s."sealed_at") >= ends) OVER (ORDER BY s."number") AS is_kept
        FROM "cms"."audit_seals" s LEFT JOIN "cms"."audit" a ON a."seq" = s."seq" ORDER BY s."number" LIMIT at_most) f
    JOIN "cms"."audit_seals" s ON s."number" = f."number" WHERE NOT f.is_kept ORDER BY s."number" DESC LIMIT 1;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    DELETE FROM "cms"."audit" a USING "cms"."audit_seals" s WHERE s."seq" = a."seq" AND s."number" <= last."number";
    DELETE FROM "cms"."audit_seals" s WHERE s."number" <= last."number";
    GET DIAGNOSTICS dropped = ROW_COUNT;
    DELETE FROM "cms"."audit_dropped" WHERE "number" < last."number"; -- another process may have dropped more meanwhile
    INSERT INTO "cms"."audit_dropped" ("number", "hash", "at") VALUES (last."number", last."hash", pg_catalog.clock_timestamp())
    ON CONFLICT DO NOTHING;
    RETURN dropped;
END
$$;
