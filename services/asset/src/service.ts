/** The asset service: its variables, what it opens and what it serves. */
import { assetUrlOptions, loadConfig } from "@colophon/config";
import { assetUrlsOf } from "@colophon/runtime/credentials";
import { cachesAnswers, createDatabase, DATABASE_ENV_NAMES, databaseSettings, waitForSchema } from "@colophon/database";
import { compileSchema, withAssetUrls } from "@colophon/engine";
import { createDirectQueue } from "@colophon/jobs";
import {
  createAnswerMarks,
  createRedis,
  createVerifier,
  describeService,
  identityOfConfig,
  REDIS_ENV_NAMES,
  redisSettings,
  showDisk,
  timeStatements,
  timeStorage,
} from "@colophon/runtime";
import { createStorage, observed, openPatiently, STORAGE_ENV_NAMES } from "@colophon/storage";
import { composeAsset } from "./compose.ts";
import { MAX_WAITING } from "./derivatives/derivative-rows.ts";
import { deriveJob } from "./jobs.ts";

export const asset = describeService({
  name: "asset",
  env: {
    required: ["DATABASE_URL", "REDIS_URL", "IDENTITY_PUBLIC_KEYS"],
    optional: [
      ...DATABASE_ENV_NAMES,
      ...REDIS_ENV_NAMES,
      "MAX_UPLOAD_BYTES",
      "MAX_DIRECT_UPLOAD_BYTES",
      "MAX_IMAGE_PIXELS",
      "ANSWER_CACHE_BYTES",
      "ASSET_URL_KEY",
      ...STORAGE_ENV_NAMES,
    ],
  },
  async open({ env, log, metrics }) {
    const config = await loadConfig(env.CMS_CONFIG);
    const assetUrls = assetUrlOptions(config.storage, env);
    const schema = withAssetUrls(compileSchema(config), assetUrlsOf(assetUrls));
    const storage = observed(createStorage(config.storage, env), timeStorage(metrics.registry));
    showDisk(metrics.registry, storage.stagingFolder);
    const onStatement = timeStatements(metrics.registry);
    const server = redisSettings(env);
    const redis = createRedis(server, { log });
    const answerMarks = cachesAnswers(env) ? createAnswerMarks(redis) : undefined;
    const db = createDatabase({
      url: env.DATABASE_URL,
      ...databaseSettings(env, { announcesWrites: answerMarks !== undefined }),
      log,
      onStatement,
      audited: config.audit !== false,
      answerMarks,
    });
    const queue = createDirectQueue({ ...server, job: deriveJob, maxWaiting: MAX_WAITING });
    const verifier = createVerifier(env.IDENTITY_PUBLIC_KEYS);
    const limits = {
      maxImagePixels: env.MAX_IMAGE_PIXELS,
      maxUploadBytes: env.MAX_UPLOAD_BYTES,
      maxDirectBytes: env.MAX_DIRECT_UPLOAD_BYTES,
    };
    const { routes, close } = composeAsset({
      config,
      schema,
      db,
      redis,
      storage,
      queue,
      log,
      metrics,
      verifier,
      urlSecret: assetUrls?.secret ?? null,
      answerIdentity: answerMarks ? identityOfConfig(schema.config) : null,
      ...limits,
    });
    return {
      serving: routes,
      database: db,
      redis: { isUp: queue.isUp, close: redis.close },
      waitFor: (waiting) => Promise.all([waitForSchema(db, schema.hash, waiting), openPatiently(storage, waiting)]),
      close,
    };
  },
});
