-- Preview links: whoever has the token of one sees a record's draft as its author may read it.
CREATE TABLE "cms"."previews" (
    "token_hash" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "previews_pkey" PRIMARY KEY ("token_hash")
);

CREATE INDEX "previews_entity_record_id_created_at_idx" ON "cms"."previews"("entity", "record_id", "created_at");
CREATE INDEX "previews_expires_at_idx" ON "cms"."previews"("expires_at");
