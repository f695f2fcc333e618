import { defineJob } from "@colophon/jobs";
import { z } from "zod";

/** A record's plans are due: which, and whether they still stand, is in cms.schedules. */
export const SCHEDULE_JOB = defineJob({
  queue: "schedules",
  name: "carry-out",
  payload: z.object({ entity: z.string(), recordId: z.string() }),
});
