-- A draft has a version of its own; a draft from before keeps the one that it was begun on.
ALTER TABLE "cms"."versions" ADD COLUMN "record_version" INTEGER;
UPDATE "cms"."versions" SET "record_version" = "base_version" WHERE "pending" AND "base_version" IS NOT NULL;

-- When a version went live, so that the last one is known after it was unpublished.
ALTER TABLE "cms"."versions" ADD COLUMN "live_at" TIMESTAMPTZ(3);

-- Plans are carried out as their author, and a failed one says why. Without an author (from before) the system carries it out.
ALTER TABLE "cms"."schedules" ADD COLUMN "author_kind" TEXT;
ALTER TABLE "cms"."schedules" ADD COLUMN "author_id" UUID;
ALTER TABLE "cms"."schedules" ADD COLUMN "failed_at" TIMESTAMPTZ(3);
ALTER TABLE "cms"."schedules" ADD COLUMN "failed_code" TEXT;
