/** The asset worker: makes derivatives, measures media, and removes files of deleted assets. Several replicas can run. */
import { loadConfig } from "@colophon/config";
import { cachesAnswers, createAssetTable, createDatabase, DATABASE_ENV_NAMES, databaseSettings, waitForSchema } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createDirectQueue, startJobs } from "@colophon/jobs";
import {
  countTries,
  createAnswerMarks,
  createRedis,
  describeService,
  REDIS_ENV_NAMES,
  redisSettings,
  showDisk,
  timeStatements,
  timeStorage,
} from "@colophon/runtime";
import { createStorage, observed, openPatiently, STORAGE_ENV_NAMES } from "@colophon/storage";
import { backgroundJobs } from "./background-jobs.ts";
import { createDerivativeRows, MAX_WAITING } from "./derivatives/derivative-rows.ts";
import { countDerivatives } from "./derivatives/derive-image.ts";
import { createImagePool } from "./images/pool.ts";
import { deriveJob } from "./jobs.ts";
import { createMediaReader } from "./media/reader.ts";

/** How long a job waits for its turn to use a processor. */
const WAIT_MS = 60_000;

export const assetWorker = describeService({
  name: "asset-worker",
  env: {
    required: ["DATABASE_URL", "REDIS_URL"],
    optional: [...DATABASE_ENV_NAMES, ...REDIS_ENV_NAMES, "MAX_IMAGE_PIXELS", "ANSWER_CACHE_BYTES", ...STORAGE_ENV_NAMES],
  },
  async open({ env, log, metrics }) {
    const config = await loadConfig(env.CMS_CONFIG);
    const storage = observed(createStorage(config.storage, env), timeStorage(metrics.registry));
    showDisk(metrics.registry, storage.stagingFolder);
    const onStatement = timeStatements(metrics.registry);
    const server = redisSettings(env);
    const redis = cachesAnswers(env) ? createRedis(server, { log }) : null; // the queue has a connection of its own
    const answerMarks = redis ? createAnswerMarks(redis) : undefined;
    const db = createDatabase({
      url: env.DATABASE_URL,
      ...databaseSettings(env, { announcesWrites: answerMarks !== undefined }),
      log,
      onStatement,
      answerMarks,
    });
    const images = createImagePool({ maxPixels: env.MAX_IMAGE_PIXELS, waitMs: WAIT_MS });
    const media = createMediaReader();
    const queue = createDirectQueue({ ...server, job: deriveJob, maxWaiting: MAX_WAITING });
    const jobs = backgroundJobs({
      assets: createAssetTable(db),
      derivatives: createDerivativeRows({ db }),
      media,
      storage,
      images,
      queue,
      log,
      configured: config.storage.derivatives ?? [],
      onDone: countDerivatives(metrics.registry),
    });
    const onTry = countTries(metrics.registry);
    return {
      database: db,
      redis: queue,
      waitFor: (waiting) => Promise.all([waitForSchema(db, compileSchema(config).hash, waiting), openPatiently(storage, waiting)]),
      jobs: () => startJobs({ ...server, database: db, log, jobs, onTry }),
      async close() {
        images.close();
        media.close();
        storage.close();
        await redis?.close();
      },
    };
  },
});
