/** The types of bodies and answers, inferred from their shapes. */
import type { z } from "zod";
import type { apiKey, newApiKey } from "./shapes/api-keys.ts";
import type { auditRow, historyRow } from "./shapes/audit.ts";
import type { job, jobRun } from "./shapes/jobs.ts";
import type { codePair, codeRequested, credentialQuestion, session, sessionUser } from "./shapes/sign-in.ts";
import type { webhook, webhookDelivery } from "./shapes/webhooks.ts";

export type ApiKey = Readonly<z.output<typeof apiKey>>;
export type NewApiKey = Readonly<z.output<typeof newApiKey>>;
export type AuditRow = Readonly<z.output<typeof auditRow>>;
export type HistoryRow = Readonly<z.output<typeof historyRow>>;
export type CodePair = Readonly<z.output<typeof codePair>>;
export type CodeRequested = Readonly<z.output<typeof codeRequested>>;
export type CredentialQuestion = Readonly<z.output<typeof credentialQuestion>>;
export type Job = Readonly<z.output<typeof job>>;
export type JobRun = Readonly<z.output<typeof jobRun>>;
export type Session = Readonly<z.output<typeof session>>;
export type SessionUser = Readonly<z.output<typeof sessionUser>>;
export type Webhook = Readonly<z.output<typeof webhook>>;
export type WebhookDelivery = Readonly<z.output<typeof webhookDelivery>>;
