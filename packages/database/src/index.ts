export type { Prisma, PrismaClient } from "../generated/client.ts";
export { applySchema } from "./schema/apply-schema.ts";
export type { Applied, ApplyOptions } from "./schema/apply-schema.ts";
export { prepareDatabase, sentencesOf, sentencesOfTexts } from "./schema/prepare-database.ts";
export type { Prepared, PrepareOptions } from "./schema/prepare-database.ts";
export type { Caller } from "./connections/callers.ts";
export { readCatalog } from "./schema/catalog.ts";
export { withClient } from "./connections/connection.ts";
export { addressOf } from "./connections/address.ts";
export type { StatementFacts } from "./connections/statements.ts";
export { createDatabase } from "./database.ts";
export { DATABASE_ENV_NAMES, databaseSettings } from "./settings.ts";
export type { Database, DatabaseOptions, PreparedText, Row } from "./database.ts";
export { entityOfTable } from "./errors/constraints.ts";
export { constraintNameOf, isRepeatable, toAppError } from "./errors/errors.ts";
export { entryOf } from "./audit/chain.ts";
export type { SealedRow } from "./audit/chain.ts";
export { createAuditTable } from "./audit/log-table.ts";
export { createRefusalTable, refusalNotes } from "./audit/refusals.ts";
export type { Refusal } from "./audit/refusals.ts";
export { createSealer } from "./audit/sealer.ts";
export type { Head, Sealer } from "./audit/sealer.ts";
export { verifyAudit } from "./audit/verify.ts";
export type { Broken, Verified } from "./audit/verify.ts";
export { newId } from "./ids.ts";
export { LOCKS, lockRecord, trySessionLock } from "./locks.ts";
export { createRemovals } from "./removals.ts";
export type { Removals } from "./removals.ts";
export { LIMITS, PATIENT_LIMITS } from "./connections/limits.ts";
export type { Limits } from "./connections/limits.ts";
export type { Listener } from "./connections/listen.ts";
export type { Log } from "./log.ts";
export { lostRoles } from "./tables/users.ts";
export type { LostRole } from "./tables/users.ts";
export { mayCreateRolesAt } from "./roles/apply-roles.ts";
export { giveDatabase } from "./roles/own-database.ts";
export type { DatabaseOwner } from "./roles/own-database.ts";
export { serviceUrls } from "./roles/credentials.ts";
export { SERVICE_ROLES } from "./roles/grants.ts";
export type { ServiceRole } from "./roles/grants.ts";
export { migrate, pendingMigrations } from "./schema/migrate.ts";
export { finishChange } from "./schema/leftovers.ts";
export { planSchema } from "./schema/plan-schema.ts";
export type { PlannedChange, SchemaPlan } from "./schema/plan-schema.ts";
export type { Estimate } from "./schema/estimate.ts";
export { SchemaRefused } from "./schema/refusals.ts";
export { assetFiles, createAssetTable, measureAssetFiles } from "./tables/assets.ts";
export type { Asset, AssetFile, AssetTable, Measured, NewAsset, Unmeasured } from "./tables/assets.ts";
export { createDerivativeTable, DERIVATIVES_CHANNEL } from "./tables/derivatives.ts";
export type { DerivativeOutcome, DerivativeTable, Reserved } from "./tables/derivatives.ts";
export { countNamedFiles, namedDerivatives, namedOriginals, newestOriginals } from "./tables/stored-files.ts";
export type { NamedFile } from "./tables/stored-files.ts";
export { transactionOn } from "./transactions/on-client.ts";
export type { TransactionOptions } from "./transactions/transaction.ts";
export * from "./tables/api-keys.ts";
export { batched } from "./batched.ts";
export * from "./tables/outbox.ts";
export { hasUserWithRole, namesOfUsers, removeUnusedUsers } from "./tables/users.ts";
export { createDeliveryTable } from "./tables/webhook-deliveries.ts";
export type {
  AttemptResult,
  BegunAttempt,
  DeliveryKey,
  DeliveryState,
  DeliveryTable,
  EndedDelivery,
  NewDelivery,
  OpenDelivery,
} from "./tables/webhook-deliveries.ts";
export { createDeliveryList } from "./tables/webhook-delivery-list.ts";
export type { DeliveriesPage, StoredDelivery } from "./tables/webhook-delivery-list.ts";
export { createWebhookTable, PAUSED_AFTER } from "./tables/webhooks.ts";
export type { WebhookState, WebhookTable } from "./tables/webhooks.ts";
export { createStreamEventTable, isBefore } from "./tables/stream-events.ts";
export type { StreamEvent, StreamEventTable, StreamPlace } from "./tables/stream-events.ts";
export { createEventTable } from "./tables/events.ts";
export type { StoredEvent } from "./tables/events.ts";
export { createIdempotencyTable } from "./tables/idempotency.ts";
export type { IdempotentAnswer } from "./tables/idempotency.ts";
export { createScheduleTable } from "./tables/schedules.ts";
export type { DueStep, Schedule, ScheduledRecord, ScheduleTable, StoredSchedule } from "./tables/schedules.ts";
export { isAuthorThere } from "./tables/authors.ts";
export type { Author, FoundAuthor } from "./tables/authors.ts";
export { createPreviewTable } from "./tables/previews.ts";
export type { PreviewedRecord } from "./tables/previews.ts";
export { createTrashTable, entitiesInTrash } from "./tables/trash.ts";
export type { TrashedRecord } from "./tables/trash.ts";
export { createUserSettingsTable } from "./tables/user-settings.ts";
export type { UserSettings } from "./tables/user-settings.ts";
export type { AllowedLoss } from "./schema/refusals.ts";
export { schemaStateOf } from "./tables/schema-state.ts";
export { DatabaseAway, untilAvailable } from "./schema/until-available.ts";
export { waitForSchema } from "./schema/wait-for-schema.ts";
export type { WaitingForTables } from "./schema/waiting.ts";
export * from "./tables/login-requests.ts";
export * from "./tables/notices.ts";
export * from "./tables/sessions.ts";
export * from "./tables/sign-in-devices.ts";
