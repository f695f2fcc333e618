/** The content service: its variables, what it opens and what it serves. */
import { inNewFormats } from "@colophon/client/rich-text/nested-formats";
import { assetUrlOptions, loadConfig } from "@colophon/config";
import { assetUrlsOf } from "@colophon/runtime/credentials";
import {
  cachesAnswers,
  createAnswerKeeper,
  createDatabase,
  DATABASE_ENV_NAMES,
  databaseSettings,
  lostRoles,
  pooledLimits,
  prepareDatabase,
  SchemaRefused,
  sentencesOfTexts,
  untilAvailable,
} from "@colophon/database";
import { compileSchema, searchWarnings, tableChanges, withAssetUrls } from "@colophon/engine";
import { startJobs } from "@colophon/jobs";
import {
  BEAT_MS,
  countTries,
  createAnswerLease,
  createAnswerMarks,
  createRedis,
  createVerifier,
  describeService,
  identityOfConfig,
  REDIS_ENV_NAMES,
  redisSettings,
  timeStatements,
} from "@colophon/runtime";
import { createContentApp } from "./app.ts";
import { countHookFailures } from "./hooks/hook-errors.ts";
import { countJobRuns } from "./jobs/job-runner.ts";
import { hasProjectCode, surviveProjectErrors } from "./hooks/project-code.ts";

export const content = describeService({
  name: "content",
  env: {
    required: ["CMS_SECRET", "DATABASE_URL", "REDIS_URL", "IDENTITY_PUBLIC_KEYS"],
    optional: [
      "NODE_ENV",
      "CMS_ADMIN_EMAIL",
      ...DATABASE_ENV_NAMES,
      ...REDIS_ENV_NAMES,
      "ALLOW_DATA_LOSS",
      "ANSWER_CACHE_BYTES",
      "ASSET_URL_KEY",
    ],
  },
  refusals: [SchemaRefused],
  async open({ env, log, metrics }) {
    const config = await loadConfig(env.CMS_CONFIG);
    const schema = withAssetUrls(compileSchema(config), assetUrlsOf(assetUrlOptions(config.storage, env)));
    for (const warning of searchWarnings(schema)) log.warn(warning);
    const onStatement = timeStatements(metrics.registry);
    const server = redisSettings(env);
    const redis = createRedis(server, { log });
    const keepsAnswers = cachesAnswers(env);
    if (env.ANSWER_CACHE_BYTES > 0 && !keepsAnswers)
      log.warn("no answers are cached: ANSWER_CACHE_BYTES has no effect with DATABASE_POOLER");
    const answerIdentity = keepsAnswers ? identityOfConfig(schema.config) : null;
    let keeper: ReturnType<typeof createAnswerKeeper> | undefined;
    const database = createDatabase({
      url: env.DATABASE_URL,
      ...databaseSettings(env, { holdsLocks: (schema.config.jobs ?? []).length > 0, announcesWrites: keepsAnswers, keepsAnswers }),
      log,
      onStatement,
      audited: schema.config.audit !== false,
      answerMarks: keepsAnswers ? createAnswerMarks(redis) : undefined,
    });
    const content = createContentApp({
      schema,
      database,
      redis,
      log,
      verifier: createVerifier(env.IDENTITY_PUBLIC_KEYS),
      metrics,
      secret: env.CMS_SECRET,
      answerIdentity,
      now: () => new Date(),
      onHookFailure: countHookFailures(metrics.registry),
      onJobRun: countJobRuns(metrics.registry),
    });
    const onTry = countTries(metrics.registry);
    return {
      serving: content.app,
      database,
      redis,
      servesWhileWaiting: false,
      /** Prepares the database for the configuration. */
      async waitFor(waiting) {
        const forProjectCode = hasProjectCode(schema.config) ? database.loadPrisma() : undefined; // or its first query would wait for it
        const { tables, texts } = await prepareDatabase(database, schema, {
          ...waiting,
          tableChanges,
          convertText: inNewFormats,
          patienceMs: Infinity,
          allowDataLoss: env.ALLOW_DATA_LOSS,
          adminEmail: env.CMS_ADMIN_EMAIL,
          pooledLimits: pooledLimits(env),
          onProgress: (sentence) => log.info(sentence),
        });
        log.info({ state: tables.state, changes: tables.changes.length }, "the tables match the configuration");
        for (const sentence of sentencesOfTexts(texts)) log.warn(sentence);
        for (const lost of await untilAvailable(database, () => lostRoles(database, schema), waiting))
          log.warn(lost, "the role of users or keys is not in the configuration: they have no permissions");
        await forProjectCode;
      },
      jobs() {
        if (answerIdentity !== null) {
          const lease = createAnswerLease({ redis, identity: answerIdentity, startedAt: Date.now() });
          keeper = createAnswerKeeper({ lease, everyMs: BEAT_MS, url: env.DATABASE_URL, log });
        }
        return startJobs({ ...server, database, log, jobs: content.jobs, schedulers: content.schedulers, onTry });
      },
      onListening: () => surviveProjectErrors(log),
      onStopping() {
        content.streams.stop();
        content.jobRunner.stop();
      },
      async close() {
        await keeper?.close();
        await content.jobRunner.settle();
        await content.hooks.settle();
      },
    };
  },
});
