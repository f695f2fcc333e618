/** The name of each process in its log, its metrics and its traces, as in Compose and Kubernetes. */
export const PROCESS_NAMES = ["gateway", "content", "auth", "search", "asset", "email-worker", "asset-worker", "webhook-worker"] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];
