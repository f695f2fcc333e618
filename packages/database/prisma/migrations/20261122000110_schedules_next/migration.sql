-- Lists of what is to be published or unpublished read each entity's next ones in the order of their times.
CREATE INDEX "schedules_next" ON "cms"."schedules"("entity", LEAST("publish_at", "unpublish_at"), "record_id");
