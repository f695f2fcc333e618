export { AREAS } from "./areas.ts";
export {
  MAX_JSON_BYTES,
  maxBodyBytes,
  cacheOf,
  gatewayBudgetMs,
  identify,
  policyOf,
  RESERVED_SEGMENTS,
  type RequestPolicy,
} from "./lookup.ts";
export { COUNT, CURSOR, header, IDEMPOTENCY_KEY, IF_NONE_MATCH, LIMIT, OFFSET, pathId, query, SOUGHT_TEXT, TAGS } from "./parameters.ts";
export * from "./route.ts";
export { MAX_SETTINGS_BYTES } from "./routes/me.ts";
export { MAX_UNREAD_STREAM_BYTES, STREAM_RETRY_MS } from "./routes/events.ts";
export { entityRoutes, historyRoutes, versionRoutes, type EntityRoute } from "./routes/entities.ts";
export { routes } from "./routes/index.ts";
export { historyRow, type AuditRow, type HistoryRow } from "./shapes/audit.ts";
export { apiKey, keyRequest, newApiKey, parseKeyRequest, type ApiKey, type NewApiKey } from "./shapes/api-keys.ts";
export { bulkActions, bulkAnswer, type BulkAction } from "./shapes/bulk.ts";
export { componentSchemas, toJsonSchema, storableText, type Shape } from "./shapes/registry.ts";
export type { Job, JobRun } from "./shapes/jobs.ts";
export { presence, presenceRequest, preview, translateRequest, usage } from "./shapes/records.ts";
export { schedule, scheduleRequest } from "./shapes/schedules.ts";
export {
  codePair,
  codeRequest,
  credentialQuestion,
  type CodePair,
  type CodeRequested,
  type CredentialQuestion,
  type Session,
  type SessionUser,
} from "./shapes/sign-in.ts";
export {
  FITS,
  focalPoint,
  FORMATS,
  MAX_QUALITY,
  MAX_SIDE,
  transformQuery,
  type Fit,
  type Format,
  type TransformQuery,
} from "./shapes/transforms.ts";
export { ALT_LENGTH, ALT_TOO_LONG, directCompletion, directUpload, uploadForm } from "./shapes/uploads.ts";
export { jsonPatch, versionOf, versionSummary } from "./shapes/versions.ts";
export { webhookMessage, type Webhook, type WebhookDelivery } from "./shapes/webhooks.ts";
export { parseForm, problemsOf, unknownFields } from "./problems.ts";
