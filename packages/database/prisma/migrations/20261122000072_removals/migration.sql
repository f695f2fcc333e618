-- Records that are gone for every reader, while what refers to them is cleared in the background. `root` is the record that
-- was deleted, `level` how many references lead from a record to it.
CREATE TABLE "cms"."removals" (
    "id" UUID NOT NULL,
    "entity" TEXT NOT NULL,
    "root" UUID NOT NULL,
    "level" INTEGER NOT NULL,
    CONSTRAINT "removals_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "removals_root_level_idx" ON "cms"."removals"("root", "level");

-- Whether there are any. Reads ask this first: the planner puts its constant in its place, and leaves out what depends on it.
-- Plans that were made with another constant are made anew.
CREATE FUNCTION "cms"."is_removing"() RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'select false';

-- From the commit of the caller on there are removals. Who begins and who ends them takes turns. Runs as the owner of the tables.
CREATE FUNCTION "cms"."start_removing"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(72707376);
    IF NOT EXISTS (SELECT FROM pg_proc WHERE oid = 'cms.is_removing()'::regprocedure AND prosrc = 'select true') THEN
        CREATE OR REPLACE FUNCTION cms.is_removing() RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'select true';
    END IF;
END
$$;

-- Where nothing is left to be removed and nobody begins. The second look is newer than the lock.
CREATE FUNCTION "cms"."stop_removing"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    IF pg_try_advisory_xact_lock(72707376) THEN
        IF NOT EXISTS (SELECT FROM cms.removals) THEN
            CREATE OR REPLACE FUNCTION cms.is_removing() RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'select false';
        END IF;
    END IF;
END
$$;

-- Counts a write to an entity in a row that no other transaction holds; there are never more rows than writers at once.
CREATE FUNCTION "cms"."count_write"(of_entity text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    free bigint;
BEGIN
    SELECT "shard" INTO free FROM "cms"."entity_stamps" WHERE "entity" = of_entity
    ORDER BY "shard" LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN
        UPDATE "cms"."entity_stamps" SET "n" = "n" + 1 WHERE "entity" = of_entity AND "shard" = free;
    ELSE
        INSERT INTO "cms"."entity_stamps" ("entity", "n") VALUES (of_entity, 1);
    END IF;
END
$$;

CREATE OR REPLACE FUNCTION "cms"."touch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "cms"."count_write"(TG_ARGV[0]);
    RETURN NULL;
END
$$;
