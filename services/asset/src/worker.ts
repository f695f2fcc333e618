/** The asset worker: makes derivatives, measures videos and sounds, and removes what belongs to deleted assets. Any number of them may run. */
import { EVERY_PROCESS_READS, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, waitForSchema } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createDirectQueue, createRelay } from "@colophon/jobs";
import { countTries, createOpening, listen, openProcess, run, showPools, showQueues, showRedis } from "@colophon/runtime";
import { createAssetRows } from "./asset-rows.ts";
import { countDerivatives } from "./count-derivatives.ts";
import { createDerivativeRows } from "./derivative-rows.ts";
import { createImagePool } from "./images/pool.ts";
import { deriveJob, measureJob, prepareJob, removeJob } from "./jobs.ts";
import { MAX_WAITING } from "./limits.ts";
import { takeLowPriority } from "./low-priority.ts";
import { createMediaReader } from "./media/reader.ts";
import { createMediaRows } from "./media-rows.ts";
import { createStorage, openPatiently, STORAGE_ENV_NAMES } from "@colophon/storage";
import { startSweeping } from "./sweep.ts";
import { startWorkers } from "./workers.ts";

const NAMES = [
  ...EVERY_PROCESS_READS,
  "DATABASE_URL",
  "DATABASE_POOL_SIZE",
  "REDIS_URL",
  "MAX_IMAGE_PIXELS",
  ...STORAGE_ENV_NAMES,
] as const;

takeLowPriority();
await run(start);

async function start(): Promise<void> {
  const env = readEnv(process.env, NAMES, ["DATABASE_URL", "REDIS_URL"]);
  const { log, metrics } = await openProcess("derivatives", env);
  const config = await loadConfig(env.CMS_CONFIG);
  const storage = createStorage(config.storage, env);
  const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE, log });
  const assets = createAssetRows({ db });
  const derivatives = createDerivativeRows({ db });
  const images = createImagePool({ maxPixels: env.MAX_IMAGE_PIXELS });
  const mediaReader = createMediaReader();
  const queue = createDirectQueue({ job: deriveJob, redisUrl: env.REDIS_URL, maxWaiting: MAX_WAITING });
  const configured = config.storage.derivatives ?? [];
  const on = { onDone: countDerivatives(metrics.registry), onTry: countTries(metrics.registry) };
  showPools(metrics.registry, db.pools);
  showRedis(metrics.registry, queue);

  const opening = createOpening(async (signal) => {
    await Promise.all([waitForSchema(db, compileSchema(config).hash, signal), openPatiently(storage, signal, log)]);
    const relay = createRelay({ database: db, redisUrl: env.REDIS_URL, jobs: [removeJob, prepareJob, measureJob], log });
    const media = { media: mediaReader, mediaRows: createMediaRows({ db }) };
    const rows = { assets, derivatives };
    const workers = startWorkers({ db, redisUrl: env.REDIS_URL, log, ...rows, ...media, storage, images, queue, configured, ...on });
    const stopSweeping = startSweeping({ assets, derivatives, storage }, log);
    const queues = async () => [...(await relay.queues()), ...(await queue.fill())];
    showQueues(metrics.registry, { queues, outbox: relay.outbox });
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
    ready: async () => opening.isDone() && (await db.health()),
    close: async () => {
      await opening.close();
      await queue.close();
      images.close();
      mediaReader.close();
      storage.close();
      await db.close();
    },
  });
}
