-- Who made a record, and who changed it last: a user or an API key. No foreign keys: both may be deleted.
ALTER TABLE "cms"."users" ADD COLUMN "created_by" UUID, ADD COLUMN "created_by_kind" TEXT, ADD COLUMN "updated_by" UUID, ADD COLUMN "updated_by_kind" TEXT;
ALTER TABLE "cms"."images" ADD COLUMN "created_by" UUID, ADD COLUMN "created_by_kind" TEXT, ADD COLUMN "updated_by" UUID, ADD COLUMN "updated_by_kind" TEXT;
ALTER TABLE "cms"."videos" ADD COLUMN "created_by" UUID, ADD COLUMN "created_by_kind" TEXT, ADD COLUMN "updated_by" UUID, ADD COLUMN "updated_by_kind" TEXT;
ALTER TABLE "cms"."files" ADD COLUMN "created_by" UUID, ADD COLUMN "created_by_kind" TEXT, ADD COLUMN "updated_by" UUID, ADD COLUMN "updated_by_kind" TEXT;
ALTER TABLE "cms"."versions" ADD COLUMN "created_by_key" UUID;
