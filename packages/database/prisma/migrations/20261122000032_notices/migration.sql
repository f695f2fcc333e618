-- A mail that tells a user what happened to their account.
CREATE TABLE "cms"."notices" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT,
    "facts" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "notices_created_at_idx" ON "cms"."notices"("created_at");
CREATE INDEX "notices_user_id_idx" ON "cms"."notices"("user_id");

ALTER TABLE "cms"."notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "cms"."users"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- The ids of outbox rows: a UUID v7 of now.
CREATE FUNCTION "cms"."uuid_v7"() RETURNS UUID LANGUAGE sql VOLATILE AS $$
    SELECT encode(
        set_bit(
            set_bit(
                overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
                52, 1),
            53, 1),
        'hex')::uuid
$$;

-- Stores a notice together with the job that mails it. "to" is null where it goes to the user's address of then.
CREATE FUNCTION "cms"."notify_user"("whom" UUID, "about" TEXT, "to" TEXT, "known" JSONB) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    notice UUID := "cms"."uuid_v7"();
BEGIN
    INSERT INTO "cms"."notices" ("id", "user_id", "kind", "address", "facts") VALUES (notice, "whom", "about", "to", "known");
    INSERT INTO "cms"."outbox" ("id", "queue", "name", "payload")
    VALUES ("cms"."uuid_v7"(), 'notices', 'send-notice', jsonb_build_object('noticeId', notice));
END
$$;

-- However a user's address or role is changed, the user is told of it: of a new address, at the old one. A new address also ends
-- the codes that were asked for before. Who writes users needs no access to codes and notices for that.
CREATE FUNCTION "cms"."notify_of_change"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
    IF NEW."email" IS DISTINCT FROM OLD."email" THEN
        UPDATE "cms"."login_requests" SET "used_at" = pg_catalog.now()
        WHERE (pg_catalog.lower("email") = pg_catalog.lower(OLD."email") OR "user_id" = NEW."id") AND "used_at" IS NULL;
        PERFORM "cms"."notify_user"(NEW."id", 'email', OLD."email", '{}');
    END IF;
    IF NEW."role" IS DISTINCT FROM OLD."role" THEN
        PERFORM "cms"."notify_user"(NEW."id", 'role', NULL, jsonb_build_object('role', NEW."role", 'previousRole', OLD."role"));
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "notify_of_change" AFTER UPDATE OF "email", "role" ON "cms"."users" FOR EACH ROW EXECUTE FUNCTION "cms"."notify_of_change"();
