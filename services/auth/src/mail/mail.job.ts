/** The jobs of this service: mail the code of a request, and mail a notice. Their payloads are ids; no code is in them. */
import { defineJob } from "@colophon/jobs";
import { z } from "zod";

/**
 * `attempt` counts the attempts at an unavailable mail server, from 0; each is a separate job, until the code expires. The queue's own
 * retries are for unexpected failures, such as an unavailable database.
 */
export const sendCodeJob = defineJob({
  queue: "mail",
  name: "send-code",
  payload: z.object({ requestId: z.uuid(), attempt: z.int().min(0) }),
  attempts: 8,
  backoff: { longestMs: 30_000 },
});

/** Written by `cms.notify_user` in the database. An unavailable mail server is retried for about four hours. */
export const sendNoticeJob = defineJob({
  queue: "notices",
  name: "send-notice",
  payload: z.object({ noticeId: z.uuid() }),
  attempts: 24,
  backoff: { longestMs: 15 * 60_000 },
});
