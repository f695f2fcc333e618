/** The one job of this service: mail the code of a login request. Its payload is an id; the code is never in it. */
import { defineJob } from "@colophon/jobs";
import { z } from "zod";

/**
 * `attempt` counts the tries at a mail server that is away, from 0; each is a job of its own, until the code's life
 * ends. The queue's own tries are for what should not happen, such as a database that goes away meanwhile.
 */
export const sendCodeJob = defineJob({
  queue: "mail",
  name: "send-code",
  payload: z.object({ requestId: z.uuid(), attempt: z.int().min(0) }),
  attempts: 8,
  longestRetryMs: 30_000,
});
