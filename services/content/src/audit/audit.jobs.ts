import { createAuditTable, type Database, type Sealer } from "@colophon/database";
import type { Config } from "@colophon/config";
import { defineJob } from "@colophon/jobs";
import type { Log } from "@colophon/runtime";

export interface AuditJobsOptions {
  readonly config: Pick<Config, "audit">;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Pick<Log, "info">;
}

/** Without a notification of PostgreSQL: those would make the commits of all writes wait for each other. */
const SEAL_EVERY_MS = 150;
const SAY_EVERY_MS = 60_000;
const DROP_EVERY_MS = 10 * 60_000;

/** Logs the newest hash, if it is another one than the last time: whoever keeps logs elsewhere can compare the audit log with it. */
export function createSayHead({ sealer, log }: Pick<AuditJobsOptions, "sealer" | "log">) {
  let said: string | null = null;
  return async (): Promise<void> => {
    const head = await sealer.head();
    if (!head || head.hash === said) return;
    said = head.hash;
    log.info({ number: head.number, hash: head.hash }, "the newest row of the audit log");
  };
}

/** The background work of the audit log. */
export function auditJobs({ config, database, sealer, log }: AuditJobsOptions) {
  if (!config.audit) return [];
  const { drop } = createAuditTable(database);
  return [
    defineJob({ name: "seal-audit", everyMs: SEAL_EVERY_MS, run: sealer.seal }),
    defineJob({ name: "log-audit-head", everyMs: SAY_EVERY_MS, firstAfterMs: SAY_EVERY_MS, run: createSayHead({ sealer, log }) }),
    defineJob({ name: "drop-audit", everyMs: DROP_EVERY_MS, run: drop }),
  ];
}
