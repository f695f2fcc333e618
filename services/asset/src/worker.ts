/** The asset worker: makes derivatives, and removes what belongs to deleted assets. Any number of them may run. */
import { ConfigError, EnvError, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, waitForSchema } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createDirectQueue, createRelay } from "@colophon/jobs";
import { createLog, createMetrics, listen } from "@colophon/runtime";
import { createAssetRows } from "./asset-rows.ts";
import { countDerivatives } from "./count-derivatives.ts";
import { createDerivativeRows } from "./derivative-rows.ts";
import { createImagePool } from "./images/pool.ts";
import { deriveJob, prepareJob, removeJob } from "./jobs.ts";
import { MAX_WAITING } from "./limits.ts";
import { openPatiently } from "./storage/open-patiently.ts";
import { createStorage, STORAGE_ENV_NAMES } from "./storage/settings.ts";
import { startSweeping } from "./sweep.ts";
import { startWorkers } from "./workers.ts";

const NAMES = [
  "PORT",
  "HOST",
  "LOG_LEVEL",
  "CMS_CONFIG",
  "DATABASE_URL",
  "DATABASE_POOL_SIZE",
  "REDIS_URL",
  "MAX_IMAGE_PIXELS",
  ...STORAGE_ENV_NAMES,
] as const;

await start().catch((error: unknown) => {
  if (!(error instanceof EnvError) && !(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function start(): Promise<void> {
  const env = readEnv(process.env, NAMES, ["DATABASE_URL", "REDIS_URL"]);
  const log = createLog({ name: "derivatives", level: env.LOG_LEVEL });
  const config = await loadConfig(env.CMS_CONFIG);
  const storage = createStorage(config.storage, env);
  const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE, log });
  const metrics = createMetrics("derivatives");
  const assets = createAssetRows({ db });
  const derivatives = createDerivativeRows({ db });
  const images = createImagePool({ maxPixels: env.MAX_IMAGE_PIXELS });
  const queue = createDirectQueue({ job: deriveJob, redisUrl: env.REDIS_URL, maxWaiting: MAX_WAITING });
  const configured = config.storage.derivatives ?? [];
  const onDone = countDerivatives(metrics.registry);

  let isWorking = false;
  const stopping = new AbortController();
  const opened = Promise.all([
    waitForSchema(db, compileSchema(config).hash, stopping.signal),
    openPatiently(storage, stopping.signal, log),
  ]);
  const work = opened.then(() => {
    const relay = createRelay({ database: db, redisUrl: env.REDIS_URL, jobs: [removeJob, prepareJob], log });
    const workers = startWorkers({ db, redisUrl: env.REDIS_URL, log, assets, derivatives, storage, images, queue, configured, onDone });
    const stopSweeping = startSweeping({ assets, derivatives, storage }, log);
    isWorking = true;
    return async (): Promise<void> => {
      stopSweeping();
      await Promise.all([relay.close(), workers.close()]);
    };
  });

  await listen({
    app: (_request, response) => void response.writeHead(404).end(), // it has no routes of its own
    metrics,
    log,
    host: env.HOST,
    port: env.PORT,
    ready: async () => isWorking && (await db.health()),
    close: async () => {
      stopping.abort();
      await work.then((stop) => stop()).catch(() => undefined);
      await queue.close();
      images.close();
      storage.close();
      await db.close();
    },
  });
}
