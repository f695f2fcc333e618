/** The states of work that goes on without a request. */

/** Of a webhook's delivery: `failed` has no further attempt, and the webhook of a `dropped` one was disabled. */
export const DELIVERY_STATES = ["pending", "delivered", "failed", "dropped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Of a job's run: `timeout` took longer than its job may, and the process of an `interrupted` one ended. */
export const JOB_RUN_STATES = ["running", "done", "failed", "timeout", "interrupted"] as const;
export type JobRunState = (typeof JOB_RUN_STATES)[number];
