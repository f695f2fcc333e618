/** The asset service: the only file of it that reads the environment and opens connections. */
import { EVERY_PROCESS_READS, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, newId, waitForSchema } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createDirectQueue } from "@colophon/jobs";
import { createCounter, createOpening, createVerifier, listen, openProcess, run, showPools, showRedis } from "@colophon/runtime";
import { createAccess } from "./access.ts";
import { createAssetApp } from "./app.ts";
import { createAssetRows } from "./asset-rows.ts";
import { createDerivativeRows, DERIVATIVES_CHANNEL } from "./derivative-rows.ts";
import { createDerivatives } from "./derivatives.service.ts";
import { createImagePool } from "./images/pool.ts";
import { deriveJob } from "./jobs.ts";
import { createStorage, openPatiently, STORAGE_ENV_NAMES } from "@colophon/storage";
import { MAX_WAITING } from "./limits.ts";
import { createReadableAssets } from "./readable-assets.ts";
import { createUploads } from "./upload.service.ts";

const NAMES = [
  ...EVERY_PROCESS_READS,
  "DATABASE_URL",
  "DATABASE_POOL_SIZE",
  "REDIS_URL",
  "IDENTITY_PUBLIC_KEYS",
  "MAX_UPLOAD_BYTES",
  "MAX_IMAGE_PIXELS",
  ...STORAGE_ENV_NAMES,
] as const;

const UPLOADS = { name: "upload_bytes_total", help: "Bytes of new files, by their entity.", label: "entity" };

await run(start);

async function start(): Promise<void> {
  const env = readEnv(process.env, NAMES, ["DATABASE_URL", "REDIS_URL", "IDENTITY_PUBLIC_KEYS"]);
  const { log, metrics } = await openProcess("asset", env);
  const config = await loadConfig(env.CMS_CONFIG);
  const schema = compileSchema(config);
  const storage = createStorage(config.storage, env);

  const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE, log });
  const assets = createAssetRows({ db });
  const access = createAccess({ schema, db, now: () => new Date() });
  const images = createImagePool({ maxPixels: env.MAX_IMAGE_PIXELS });
  const queue = createDirectQueue({ job: deriveJob, redisUrl: env.REDIS_URL, maxWaiting: MAX_WAITING });
  const onChange = (callback: () => void) => db.listen(DERIVATIVES_CHANNEL, callback);
  const derivatives = createDerivatives({ rows: createDerivativeRows({ db }), queue, onChange });
  const uploads = createUploads({ schema, db, assets, access, storage, images, newId, onStored: createCounter(metrics.registry, UPLOADS) });
  const verifier = createVerifier(env.IDENTITY_PUBLIC_KEYS);
  const app = createAssetApp({
    log,
    metrics,
    verifier,
    readable: createReadableAssets({ assets, access }),
    access,
    storage,
    derivatives,
    uploads,
    maxUploadBytes: env.MAX_UPLOAD_BYTES,
  });

  showPools(metrics.registry, db.pools);
  showRedis(metrics.registry, queue);
  const opening = createOpening(async (signal) => {
    await Promise.all([waitForSchema(db, schema.hash, signal), openPatiently(storage, signal, log)]);
  });
  await listen({
    app,
    metrics,
    log,
    host: env.HOST,
    port: env.PORT,
    ready: async () => opening.isDone() && (await db.health()),
    close: async () => {
      await opening.close();
      await derivatives.close();
      images.close();
      storage.close();
      await db.close();
    },
  });
}
