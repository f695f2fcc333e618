/** The jobs of this service: mail the code of a request, and mail a notice. Their payloads are ids; no code is in them. */
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
  backoff: { longestMs: 30_000 },
});

/** Written by `cms.notify_user` in the database. A mail server that is away is tried again for about four hours. */
export const sendNoticeJob = defineJob({
  queue: "notices",
  name: "send-notice",
  payload: z.object({ noticeId: z.uuid() }),
  attempts: 24,
  backoff: { longestMs: 15 * 60_000 },
});
