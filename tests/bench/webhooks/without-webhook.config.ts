import site from "./with-webhook.config.ts";

/** The same site without the webhook. */
export default { ...site, webhooks: [] };
