-- A repeated answer carries the ETag of the first one.

ALTER TABLE "cms"."idempotency" ADD COLUMN "version" INTEGER;
