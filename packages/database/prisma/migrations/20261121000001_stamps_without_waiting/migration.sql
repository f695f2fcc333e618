-- A writer holds the row that counts it until it commits. A row for each writer of the moment, so that none waits for another.

ALTER TABLE "cms"."entity_stamps" ALTER COLUMN "shard" TYPE BIGINT;
CREATE SEQUENCE "cms"."entity_stamps_shard_seq" START WITH 1000 OWNED BY "cms"."entity_stamps"."shard";
ALTER TABLE "cms"."entity_stamps" ALTER COLUMN "shard" SET DEFAULT nextval('"cms"."entity_stamps_shard_seq"');

-- Counts a write to an entity's table in a row that no other transaction holds; there are never more rows than writers at once.
CREATE OR REPLACE FUNCTION "cms"."touch"() RETURNS trigger LANGUAGE plpgsql AS $$
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
