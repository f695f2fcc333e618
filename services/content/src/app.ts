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
import { createReads } from "./reads.service.ts";
import { mountRecords } from "./records.routes.ts";
import { createReplay } from "./replay.ts";
import { createTotals } from "./totals.ts";
import { createUnits } from "./units.ts";
import { createUserRules } from "./users.rules.ts";
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
  const users = createUserRules({ schema, revoke: () => revoke(redis) });
  const dataOf = createWriteData({ schema, hooks, newId });
  const frame = createWriteFrame({ units, hooks, reads, existing });
  const writes = createWrites({ schema, units, hooks, users, frame, runner, dataOf, existing, newId });
  const globals = createGlobals({ schema, hooks, reads, frame, runner, dataOf, existing, newId });
  const idempotency = createIdempotency({ database, units, recheck: createReplay({ schema, reads }) });
  const openHandle = createDbHandles({ schema, prisma: database.prisma, reads, writes, globals });

  const app = createApp({
    name: "content",
    log,
    verifier,
    ...(metrics && { metrics }),
    routes: (router) => {
      mountAdmin(router, { schema });
      mountCustomRoutes(router, { schema, openDb, log });
      mountRecords(router, { schema, reads, writes, globals, idempotency, frame });
    },
  });
  return { app, hooks, idempotency };
}
