-- System tables live in "cms"; the tables of a project's entities, made at start from its configuration, in "content".
CREATE SCHEMA IF NOT EXISTS "cms";
CREATE SCHEMA IF NOT EXISTS "content";

-- CreateTable
CREATE TABLE "cms"."users" (
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "email" TEXT NOT NULL,
    "name" TEXT,
    "role" TEXT NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms"."images" (
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "filename" TEXT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "alt" TEXT,
    "url" TEXT NOT NULL,
    "focalX" DOUBLE PRECISION,
    "focalY" DOUBLE PRECISION,
    "blurhash" TEXT,
    "color" TEXT,
    "hash" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,

    CONSTRAINT "images_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms"."videos" (
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "filename" TEXT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "duration" DOUBLE PRECISION,
    "url" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,

    CONSTRAINT "videos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms"."files" (
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "filename" TEXT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "url" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms"."derivatives" (
    "key" TEXT NOT NULL,
    "asset_kind" TEXT NOT NULL,
    "asset_id" UUID NOT NULL,
    "params" JSONB NOT NULL,
    "mime" TEXT,
    "size" BIGINT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "error_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "derivatives_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "cms"."login_requests" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "code_hmac" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "used_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms"."sessions" (
    "id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "idle_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "user_agent" TEXT,
    "ip" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms"."api_keys" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms"."versions" (
    "id" UUID NOT NULL,
    "entity" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "pending" BOOLEAN NOT NULL DEFAULT false,
    "published" BOOLEAN NOT NULL DEFAULT false,
    "base_version" INTEGER,
    "data" JSONB NOT NULL,
    "locale" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms"."draft_claims" (
    "entity" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "record_id" UUID NOT NULL,

    CONSTRAINT "draft_claims_pkey" PRIMARY KEY ("entity", "field", "scope", "value")
);

-- CreateTable
CREATE TABLE "cms"."schedules" (
    "entity" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "publish_at" TIMESTAMPTZ(3),
    "unpublish_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schedules_pkey" PRIMARY KEY ("entity", "record_id")
);

-- CreateTable
CREATE TABLE "cms"."outbox" (
    "id" UUID NOT NULL,
    "queue" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cms"."idempotency" (
    "scope_hash" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "entity" TEXT,
    "record_id" UUID,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_pkey" PRIMARY KEY ("scope_hash")
);

-- CreateTable
CREATE TABLE "cms"."schema_state" (
    "hash" TEXT NOT NULL,
    "definition" JSONB NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "superseded_at" TIMESTAMPTZ(3),

    CONSTRAINT "schema_state_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "cms"."entity_stamps" (
    "entity" TEXT NOT NULL,
    "shard" INTEGER NOT NULL,
    "n" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "entity_stamps_pkey" PRIMARY KEY ("entity", "shard")
) WITH (fillfactor = 50);

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "cms"."users"("created_at" DESC, "id" DESC);
CREATE INDEX "images_created_at_id_idx" ON "cms"."images"("created_at" DESC, "id" DESC);
CREATE INDEX "videos_created_at_id_idx" ON "cms"."videos"("created_at" DESC, "id" DESC);
CREATE INDEX "files_created_at_id_idx" ON "cms"."files"("created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "images_filename_key" ON "cms"."images"("filename");
CREATE UNIQUE INDEX "images_hash_key" ON "cms"."images"("hash");
CREATE UNIQUE INDEX "videos_filename_key" ON "cms"."videos"("filename");
CREATE UNIQUE INDEX "videos_hash_key" ON "cms"."videos"("hash");
CREATE UNIQUE INDEX "files_filename_key" ON "cms"."files"("filename");
CREATE UNIQUE INDEX "files_hash_key" ON "cms"."files"("hash");
CREATE INDEX "derivatives_asset_kind_asset_id_idx" ON "cms"."derivatives"("asset_kind", "asset_id");
CREATE INDEX "login_requests_email_created_at_idx" ON "cms"."login_requests"("email", "created_at");
CREATE INDEX "login_requests_expires_at_idx" ON "cms"."login_requests"("expires_at");
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "cms"."sessions"("token_hash");
CREATE INDEX "sessions_user_id_idx" ON "cms"."sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "cms"."sessions"("expires_at");
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "cms"."api_keys"("key_hash");
CREATE UNIQUE INDEX "versions_entity_record_id_number_key" ON "cms"."versions"("entity", "record_id", "number");
CREATE INDEX "draft_claims_entity_record_id_idx" ON "cms"."draft_claims"("entity", "record_id");
CREATE INDEX "schedules_publish_at_idx" ON "cms"."schedules"("publish_at");
CREATE INDEX "schedules_unpublish_at_idx" ON "cms"."schedules"("unpublish_at");
CREATE INDEX "idempotency_created_at_idx" ON "cms"."idempotency"("created_at");

-- AddForeignKey
ALTER TABLE "cms"."sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "cms"."users"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- What Prisma's schema language has no words for: expressions, conditions, functions, triggers.

CREATE UNIQUE INDEX "users_email_key" ON "cms"."users"(lower("email"));
CREATE UNIQUE INDEX "versions_one_pending" ON "cms"."versions"("entity", "record_id") WHERE "pending";
CREATE UNIQUE INDEX "versions_one_published" ON "cms"."versions"("entity", "record_id") WHERE "published";
CREATE UNIQUE INDEX "schema_state_one_current" ON "cms"."schema_state"((true)) WHERE "superseded_at" IS NULL;
CREATE INDEX "outbox_unsent" ON "cms"."outbox"("run_at") WHERE "sent_at" IS NULL AND "failed_at" IS NULL;
CREATE INDEX "outbox_unfinished" ON "cms"."outbox"("sent_at") WHERE "sent_at" IS NOT NULL AND "failed_at" IS NULL;

-- Ends the statement that calls it with a reason of ours, kept in the SQLSTATE; text after a colon goes into DETAIL.
-- Volatile, so that it is never worked out while the statement is planned.
CREATE FUNCTION "cms"."refuse"(reason text) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
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

-- Counts a write to an entity's table. Spread over shards, so that writers seldom wait for each other.
CREATE FUNCTION "cms"."touch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "cms"."entity_stamps" AS stamp ("entity", "shard", "n")
    VALUES (TG_ARGV[0], pg_backend_pid() % 32, 1)
    ON CONFLICT ("entity", "shard") DO UPDATE SET "n" = stamp."n" + 1;
    RETURN NULL;
END
$$;

CREATE TRIGGER "touch" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "cms"."users" FOR EACH STATEMENT EXECUTE FUNCTION "cms"."touch"('_user');
CREATE TRIGGER "touch" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "cms"."images" FOR EACH STATEMENT EXECUTE FUNCTION "cms"."touch"('_image');
CREATE TRIGGER "touch" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "cms"."videos" FOR EACH STATEMENT EXECUTE FUNCTION "cms"."touch"('_video');
CREATE TRIGGER "touch" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "cms"."files" FOR EACH STATEMENT EXECUTE FUNCTION "cms"."touch"('_file');

-- Wakes the relays when the transaction commits.
CREATE FUNCTION "cms"."announce_outbox"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('cms_outbox', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER "announce" AFTER INSERT ON "cms"."outbox" FOR EACH STATEMENT EXECUTE FUNCTION "cms"."announce_outbox"();
