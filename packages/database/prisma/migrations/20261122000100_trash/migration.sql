-- Records in the trash. Their rows stay in their tables, unpublished and without what would stand in the way of others: unique
-- values, references that keep other records from going. `data` holds these by the names of their fields.
CREATE TABLE "cms"."trash" (
    "id" UUID NOT NULL,
    "entity" TEXT NOT NULL,
    "trashed_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3),
    "translation_group" UUID,
    "data" JSONB NOT NULL,
    CONSTRAINT "trash_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "trash_entity_trashed_at_id_idx" ON "cms"."trash"("entity", "trashed_at", "id");
