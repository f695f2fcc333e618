/** The jobs of this service: mail the code of a request, and mail a notice. Their payloads are ids; no code is in them. */
import { defineJob } from "@colophon/jobs";
import { CODE_LIFE_MINUTES } from "@colophon/runtime/credentials";
import { z } from "zod";

const MINUTE_MS = 60_000;
const CODE_BACKOFF = { firstMs: 1_000, longestMs: 15_000 };
/** A pause is half of the longest one at least: these attempts last longer than a code, and a run after that does nothing. */
const CODE_ATTEMPTS = 5 + Math.ceil((CODE_LIFE_MINUTES * MINUTE_MS) / (CODE_BACKOFF.longestMs / 2));

/** An unavailable mail server is retried until the code expires. Email workers of earlier releases count in `attempt`: it is 0. */
export const sendCodeJob = defineJob({
  queue: "mail",
  name: "send-code",
  payload: z.object({ requestId: z.uuid(), attempt: z.int().min(0) }),
  attempts: CODE_ATTEMPTS,
  backoff: CODE_BACKOFF,
});

/** Written by `cms.notify_user` in the database. An unavailable mail server is retried for about four hours. */
export const sendNoticeJob = defineJob({
  queue: "notices",
  name: "send-notice",
  payload: z.object({ noticeId: z.uuid() }),
  attempts: 24,
  backoff: { longestMs: 15 * MINUTE_MS },
});
