import { createSealer, finishChange, refusalNotes, newId, type Database } from "@colophon/database";
import { createEngine, type Schema } from "@colophon/engine";
import { defineJob } from "@colophon/jobs";
import { createApp, revoke, showStreams, type Log, type Metrics, type RedisLink, type Verifier } from "@colophon/runtime";
import { mountAdmin } from "./admin/admin.routes.ts";
import { auditJobs } from "./audit/audit.jobs.ts";
import { mountAudit, mountRecordLog } from "./audit/audit.routes.ts";
import { createAudit } from "./audit/audit.service.ts";
import { mountCustomRoutes } from "./custom-routes/custom-routes.ts";
import { mountDescription } from "./docs/openapi.routes.ts";
import { createDbHandles } from "./db-handle.ts";
import { mountEvents } from "./events/events.routes.ts";
import { createFeed, type Repeat } from "./events/feed.ts";
import { createEventStreams } from "./events/streams.service.ts";
import { createHooks } from "./hooks/hooks.ts";
import type { OpenDb } from "./hooks/project-code.ts";
import { createIdempotency } from "./http/idempotency.ts";
import { createReplay } from "./writes/replay.ts";
import { createWriteHandler } from "./writes/write-handler.ts";
import { jobSchedulers, projectJobs } from "./jobs/job.jobs.ts";
import { createJobRunner, type JobRunnerDependencies } from "./jobs/job-runner.ts";
import { mountJobs } from "./jobs/jobs.routes.ts";
import { createJobs } from "./jobs/jobs.service.ts";
import { mountSettings } from "./admin/settings.routes.ts";
import { mountPresence } from "./presence/presence.routes.ts";
import { createPresence } from "./presence/presence.service.ts";
import { createOpenPreview } from "./reads/open-preview.ts";
import { mountPreviews } from "./previews/previews.routes.ts";
import { createPreviews } from "./previews/previews.service.ts";
import { mountBulk } from "./bulk/bulk.routes.ts";
import { createBulk } from "./bulk/bulk.service.ts";
import { createCursors } from "./reads/cursors.ts";
import { mountDuplicate, mountRecords } from "./records/records.routes.ts";
import { createDependsOf } from "./reads/depends-of.ts";
import { createReads } from "./reads/reads.service.ts";
import { createTotals } from "./reads/totals.ts";
import { removalJob } from "./records/removal.job.ts";
import { createScheduleRunner } from "./schedules/schedule-runner.ts";
import { scheduleJobs } from "./schedules/schedule.jobs.ts";
import { mountScheduleList, mountSchedules } from "./schedules/schedule.routes.ts";
import { createScheduleList, createSchedules } from "./schedules/schedules.service.ts";
import { trashJob, createTrash } from "./trash/trash.service.ts";
import { mountTrash } from "./trash/trash.routes.ts";
import { mountUsages } from "./usages/usages.routes.ts";
import { createUsages } from "./usages/usages.service.ts";
import { mountTranslate } from "./translations/translate.routes.ts";
import { createHistory } from "./drafts/history.service.ts";
import { mountVersions } from "./drafts/versions.routes.ts";
import { mountWebhooks } from "./webhooks/webhooks.routes.ts";
import { createWebhooks } from "./webhooks/webhooks.service.ts";
import { createWriter } from "./writes/run-write.ts";
import { createStatements } from "./writes/statements.ts";

const SWEEP_EVERY_MS = 10 * 60_000;
const FINISH_EVERY_MS = 5_000;

export interface ContentAppOptions {
  readonly schema: Schema;
  readonly database: Database;
  readonly redis: RedisLink;
  readonly log: Log;
  readonly verifier: Verifier;
  /** CMS_SECRET; keys are derived from it, it is not used for signing directly. */
  readonly secret: string;
  /** Of the answers that gateways may keep; none may be without it. */
  readonly answerIdentity?: string | null;
  readonly now: () => Date;
  readonly metrics?: Metrics;
  readonly onHookFailure?: (entity: string, hook: string) => void;
  readonly onJobRun?: JobRunnerDependencies["onRun"];
  /** How long a job that is told to end may take. */
  readonly jobGraceMs?: number;
  /** The clock of the event stream. */
  readonly repeat?: Repeat;
  /** How long a read of the audit log waits for rows that were committed before it. */
  readonly auditWaitMs?: number;
}

/** The content service with all of its parts; nothing is opened. */
export function createContentApp({
  schema,
  database,
  redis,
  log,
  verifier,
  secret,
  answerIdentity = null,
  now,
  metrics,
  onHookFailure,
  onJobRun = () => undefined,
  jobGraceMs,
  repeat,
  auditWaitMs,
}: ContentAppOptions) {
  const engine = createEngine(schema);
  const openDb: OpenDb = (call, scope) => openHandle(call, scope); // hooks write, and writes run hooks
  const hooks = createHooks({ schema, openDb, log, onFailure: onHookFailure ?? (() => undefined) });
  const openPreview = createOpenPreview({ schema, database });
  const cursors = createCursors(secret);
  const totals = createTotals({ database });
  const reads = createReads({
    schema,
    database,
    cursors,
    totals,
    hooks,
    openPreview,
    dependsOf: createDependsOf(schema, hooks, answerIdentity),
    now,
  });
  const statements = createStatements({ database, now });
  const writer = createWriter({ engine, database, hooks, reads, statements, revokeIdentities: () => revoke(redis) });
  const openHandle = createDbHandles({ engine, prisma: database.prisma, reads, writer });
  const jobRunner = createJobRunner({ schema, engine, database, openDb, log, newId, onRun: onJobRun, graceMs: jobGraceMs });
  const history = createHistory({ statements });
  const presence = createPresence({ schema, database, reads, redis, now });
  const previews = createPreviews({ schema, database, statements, reads, log });
  const schedules = createSchedules({ database, statements, writer });
  const scheduleRunner = createScheduleRunner({ engine, database, statements, writer, log, newId });
  const idempotency = createIdempotency({ database, recheck: createReplay({ schema, statements }) });
  const bulk = createBulk({ database, writer, idempotency });
  const scheduleList = createScheduleList({ statements, cursors });
  const usages = createUsages({ statements, cursors });
  const trash = createTrash({ engine, database, statements, log, now });
  const sealer = createSealer(database);
  const audit = createAudit({ schema, database, sealer, statements, cursors, totals, now, waitMs: auditWaitMs });
  const webhooks = createWebhooks({ schema, database, now, newId });
  const probeRedis = () => void redis.run((client) => client.ping()).catch(() => undefined);
  const feed = createFeed({ database, log, now, probeRedis, ...(repeat && { repeat }) });
  const streams = createEventStreams({ feed });
  redis.onOutage(feed.reset); // part of the contract; nothing is lost by it
  if (metrics) showStreams(metrics.registry, feed.size);
  const handleWrite = createWriteHandler({ engine, writer, idempotency });

  const app = createApp({
    name: "content",
    log,
    verifier,
    ...(metrics && { metrics }),
    actFor: database.actFor,
    ...refusalNotes({ config: schema.config, database, log }),
    adminRoles: new Set([...schema.roles.values()].filter(({ isAdmin }) => isAdmin).map(({ name }) => name)),
    routes: (router) => {
      mountAdmin(router, { engine, database, log });
      mountSettings(router, { database });
      mountDescription(router, { schema });
      mountCustomRoutes(router, { engine, openDb, log });
      mountAudit(router, { engine, audit });
      mountRecordLog(router, { engine, audit });
      mountVersions(router, { engine, history, handleWrite });
      mountSchedules(router, { engine, schedules });
      mountScheduleList(router, { engine, scheduleList });
      mountPreviews(router, { engine, previews });
      mountPresence(router, { engine, presence });
      mountBulk(router, { engine, bulk });
      mountDuplicate(router, { engine, handleWrite });
      mountTranslate(router, { engine, handleWrite });
      mountTrash(router, { engine, handleWrite });
      mountUsages(router, { engine, usages });
      mountJobs(router, { jobs: createJobs({ schema, database }) });
      mountWebhooks(router, { webhooks });
      mountEvents(router, { engine, config: schema.config, streams });
      mountRecords(router, { engine, reads, handleWrite, trash });
    },
  });
  const sweep = async () => {
    await idempotency.sweep();
    await schedules.sweep();
    await previews.sweep();
    await feed.sweep();
  };
  const finishJob = defineJob({ name: "finish-change", everyMs: FINISH_EVERY_MS, run: () => finishChange(database) });
  const sweepJob = defineJob({ name: "sweep-content", everyMs: SWEEP_EVERY_MS, firstAfterMs: SWEEP_EVERY_MS, run: sweep });
  const jobs = [
    ...scheduleJobs(scheduleRunner),
    removalJob({ schema, database, metrics }),
    trashJob(trash),
    ...auditJobs({ config: schema.config, database, sealer, log }),
    ...projectJobs(schema.config.jobs, jobRunner),
    sweepJob,
    finishJob,
  ];
  const schedulers = jobSchedulers(schema.config.jobs, jobRunner);
  return {
    app,
    hooks,
    sweep,
    jobs,
    schedulers,
    jobRunner,
    streams,
    scheduleRunner,
    openDb,
    reads,
    history,
    trash,
    bulk,
    runWrite: writer.runWrite,
  };
}
