-- By webhook: the waiting deliveries of one whose server is away are many, and those of the others are found without them.
DROP INDEX "cms"."webhook_deliveries_waiting";
CREATE INDEX "webhook_deliveries_waiting" ON "cms"."webhook_deliveries"("webhook", "event_id") WHERE "state" = 'pending' AND "job_id" IS NULL;
