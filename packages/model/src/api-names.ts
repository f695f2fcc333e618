/** Names of the API that other parts use too: the paths of files, the same at the site's own address and behind a CDN, and the states of work. */

/** Followed by the filename, it is an asset's `url`. */
export const ASSETS_PATH = "/api/assets/";

/** Followed by a permit and the filename. Nobody needs credentials for it. The permit is in the path because many CDNs ignore queries. */
export const SIGNED_ASSETS_PATH = `${ASSETS_PATH}signed/` as const;

export function assetPath(filename: string): string {
  return ASSETS_PATH + filename;
}

/** Of a webhook's delivery: `failed` has no further attempt, and the webhook of a `dropped` one was disabled. */
export const DELIVERY_STATES = ["pending", "delivered", "failed", "dropped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Of a job's run: `timeout` took longer than its job may, and the process of an `interrupted` one ended. */
export const JOB_RUN_STATES = ["running", "done", "failed", "timeout", "interrupted"] as const;
export type JobRunState = (typeof JOB_RUN_STATES)[number];
