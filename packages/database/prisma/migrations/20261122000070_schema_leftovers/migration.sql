-- What a change of the configuration left for the time when no process works with another one any more.
ALTER TABLE "cms"."schema_state" ADD COLUMN "leftovers" JSONB;
