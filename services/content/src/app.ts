import { newId, type Database } from "@colophon/database";
import type { Schema } from "@colophon/engine";
import { createApp, revoke, type Log, type Metrics, type RedisLink, type Verifier } from "@colophon/runtime";
import { mountAdmin } from "./admin.routes.ts";
import { createCursors } from "./cursors.ts";
import { mountCustomRoutes } from "./custom-routes.ts";
import { createDbHandles, type OpenDb } from "./db-handle.ts";
import { createExisting } from "./existing.ts";
import { createGlobals } from "./globals.service.ts";
import { createHooks } from "./hooks.ts";
import { createIdempotency } from "./idempotency.ts";
import { createLostIds } from "./lost-ids.ts";
import { createPublishing } from "./publishing.service.ts";
import { createReads } from "./reads.service.ts";
import { mountDescription } from "./openapi.routes.ts";
import { mountRecords } from "./records.routes.ts";
import { createReplay } from "./replay.ts";
import { createScheduleRunner } from "./schedule-runner.ts";
import { mountSchedules } from "./schedule.routes.ts";
import { createSchedules } from "./schedules.service.ts";
import { createTotals } from "./totals.ts";
import { mountTranslate } from "./translate.routes.ts";
import { createTranslations } from "./translate.service.ts";
import { createUnits } from "./units.ts";
import { createUserRules } from "./users.rules.ts";
import { mountVersions } from "./versions.routes.ts";
import { createVersions } from "./versions.service.ts";
import { createWriteData } from "./write-data.ts";
import { createWriteFrame } from "./write-frame.ts";
import { createWriteRunner } from "./write-runner.ts";
import { createWrites } from "./writes.service.ts";

export interface ContentAppOptions {
  readonly schema: Schema;
  readonly database: Database;
  readonly redis: RedisLink;
  readonly log: Log;
  readonly verifier: Verifier;
  /** CMS_SECRET; keys are derived from it, it signs nothing itself. */
  readonly secret: string;
  readonly now: () => Date;
  readonly metrics?: Metrics;
  readonly onHookFailure?: (entity: string, hook: string) => void;
}

/** The content service: everything put together, nothing opened. */
export function createContentApp({ schema, database, redis, log, verifier, secret, now, metrics, onHookFailure }: ContentAppOptions) {
  const units = createUnits(database);
  const openDb: OpenDb = (call, scope) => openHandle(call, scope); // hooks write, and writes run hooks
  const hooks = createHooks({ schema, openDb, log, onFailure: onHookFailure ?? (() => undefined) });
  const reads = createReads({ schema, database, cursors: createCursors(secret), totals: createTotals(), hooks, now });
  const runner = createWriteRunner({ schema, database, units, now });
  const existing = createExisting({ schema, database, reads, runner, newId });
  const users = createUserRules({ revoke: () => revoke(redis) });
  const dataOf = createWriteData({ schema, hooks, newId });
  const frame = createWriteFrame({ units, hooks, reads, existing });
  const writes = createWrites({ schema, units, hooks, users, frame, runner, dataOf, existing, newId });
  const globals = createGlobals({ schema, reads, frame, runner, dataOf, existing, newId });
  const withoutLostIds = createLostIds({ schema, runner });
  const publishing = createPublishing({ schema, hooks, reads, frame, runner, existing, newId });
  const versions = createVersions({ schema, units, frame, runner, dataOf, existing, publishing, withoutLostIds, newId });
  const translations = createTranslations({ schema, frame, runner, dataOf, newId });
  const schedules = createSchedules({ schema, database, units, runner });
  const scheduleRunner = createScheduleRunner({ schema, database, units, runner, frame, publishing, log, newId });
  const idempotency = createIdempotency({ database, units, recheck: createReplay({ schema, runner }) });
  const openHandle = createDbHandles({ schema, prisma: database.prisma, reads, writes, globals });

  const app = createApp({
    name: "content",
    log,
    verifier,
    ...(metrics && { metrics }),
    errorCache: (req) => (/^\/api\/_user(?:\/|$)/.test(req.path) ? "no-store" : undefined),
    routes: (router) => {
      mountAdmin(router, { schema });
      mountDescription(router, { schema });
      mountCustomRoutes(router, { schema, openDb, log });
      mountVersions(router, { schema, publishing, versions, idempotency, frame });
      mountSchedules(router, { schema, schedules });
      mountTranslate(router, { schema, translations, idempotency, frame });
      mountRecords(router, { schema, reads, writes, globals, publishing, idempotency, frame });
    },
  });
  return { app, hooks, idempotency, scheduleRunner, services: { reads, writes, globals, publishing, versions, translations } };
}
