export type { Prisma, PrismaClient } from "../generated/client.ts";
export { createAnswerKeeper, type AnswerLease } from "./answer-cache/answer-keeper.ts";
export type { AnswerMarks } from "./answer-cache/suspension.ts";
export { applySchema, type Applied, type ApplyOptions } from "./schema/apply-schema.ts";
export { prepareDatabase, sentencesOf, sentencesOfTexts, type Prepared, type PrepareOptions } from "./schema/prepare-database.ts";
export { SYSTEM, type RequestContext } from "./connections/request-context.ts";
export { readCatalog } from "./schema/catalog.ts";
export { withClient } from "./connections/connection.ts";
export { addressOf } from "./connections/pool.ts";
export type { StatementFacts } from "./connections/statements.ts";
export { createDatabase, type Database, type DatabaseOptions, type PreparedText, type Row } from "./database.ts";
export { cachesAnswers, DATABASE_ENV_NAMES, databaseSettings, pooledLimits } from "./settings.ts";
export { entityOfTable, RECORD_MISSING } from "./errors/constraints.ts";
export { constraintNameOf, isRepeatable, toAppError } from "./errors/errors.ts";
export { entryOf, type SealedRow } from "./audit/chain.ts";
export { createAuditTable } from "./audit/log-table.ts";
export { createRefusalTable, refusalNotes, type Refusal } from "./audit/refusals.ts";
export { createSealer, type Head, type Sealer } from "./audit/sealer.ts";
export { AUDIT_OFF, LOG_IMPORT } from "./audit/setting.ts";
export { verifyAudit, type Broken, type Verified } from "./audit/verify.ts";
export { newId } from "./ids.ts";
export { LOCKS, recordLock, trySessionLock } from "./locks.ts";
export { createRemovals, type Removals } from "./removals.ts";
export { LIMITS, PATIENT_LIMITS, type Limits } from "./connections/limits.ts";
export type { Listener } from "./connections/channels.ts";
export type { Log } from "./log.ts";
export { lostRoles, hasUserWithRole, namesOfUsers, removeUnusedUsers, type LostRole } from "./tables/auth/users.ts";
export { mayCreateRolesAt } from "./roles/apply-roles.ts";
export { transferDatabase, type DatabaseOwner } from "./roles/own-database.ts";
export { serviceUrls } from "./roles/credentials.ts";
export { SERVICE_ROLES, type ServiceRole } from "./roles/grants.ts";
export type { ConvertText } from "./schema/convert-texts.ts";
export { migrate, pendingMigrations } from "./schema/migrate.ts";
export { finishChange } from "./schema/deferred-steps.ts";
export { planSchema, type PlannedChange, type SchemaPlan } from "./schema/plan-schema.ts";
export type { Estimate } from "./schema/estimate.ts";
export { SchemaRefused, type AllowedLoss } from "./schema/refusals.ts";
export {
  assetFiles,
  createAssetTable,
  measureAssetFiles,
  type Asset,
  type AssetFile,
  type AssetTable,
  type Measured,
  type NewAsset,
  type Unmeasured,
} from "./tables/assets/assets.ts";
export {
  createDerivativeTable,
  DERIVATIVES_CHANNEL,
  type DerivativeOutcome,
  type DerivativeTable,
  type Reserved,
} from "./tables/assets/derivatives.ts";
export { countNamedFiles, namedDerivatives, namedOriginals, newestOriginals, type NamedFile } from "./tables/assets/stored-files.ts";
export { transactionOn } from "./transactions/on-client.ts";
export type { TransactionOptions } from "./transactions/transaction.ts";
export * from "./tables/auth/api-keys.ts";
export { batched } from "./batched.ts";
export * from "./tables/outbox.ts";
export { createJobTable, type DueJob, type JobTable, type JobTimes, type StoredJobRun } from "./tables/jobs.ts";
export {
  createDeliveryTable,
  type AttemptResult,
  type BegunAttempt,
  type DeliveryKey,
  type DeliveryTable,
  type EndedDelivery,
  type NewDelivery,
  type OpenDelivery,
} from "./tables/webhooks/deliveries.ts";
export { createDeliveryList, type DeliveriesPage, type StoredDelivery } from "./tables/webhooks/delivery-list.ts";
export { createWebhookTable, PAUSED_AFTER, type WebhookState, type WebhookTable } from "./tables/webhooks/webhooks.ts";
export {
  createStreamEventTable,
  isBefore,
  type StreamEvent,
  type StreamEventTable,
  type StreamPosition,
} from "./tables/events/stream-events.ts";
export { createEventTable, type StoredEvent } from "./tables/events/events.ts";
export { createIdempotencyTable, type IdempotentAnswer } from "./tables/idempotency.ts";
export {
  createScheduleTable,
  type DueStep,
  type Schedule,
  type ScheduledRecord,
  type ScheduleTable,
  type StoredSchedule,
} from "./tables/schedules.ts";
export { authorExists, type Author, type FoundAuthor } from "./tables/auth/authors.ts";
export { createPreviewTable, type PreviewedRecord } from "./tables/previews.ts";
export { createTrashTable, entitiesInTrash, type TrashedRecord } from "./tables/trash.ts";
export { createUserSettingsTable, type UserSettings } from "./tables/auth/user-settings.ts";
export { schemaStateOf } from "./tables/schema-state.ts";
export { DatabaseAway, untilAvailable } from "./schema/until-available.ts";
export { waitForSchema } from "./schema/wait-for-schema.ts";
export type { WaitingForTables } from "./schema/waiting.ts";
export * from "./tables/auth/login-requests.ts";
export * from "./tables/auth/notices.ts";
export * from "./tables/auth/sessions.ts";
export * from "./tables/auth/sign-in-devices.ts";
