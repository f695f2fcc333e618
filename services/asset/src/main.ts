/** The asset service: the only file of it that reads the environment and opens connections. */
import { ConfigError, EnvError, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, newId, waitForSchema } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createDirectQueue } from "@colophon/jobs";
import { createLog, createMetrics, createVerifier, listen } from "@colophon/runtime";
import { createAccess } from "./access.ts";
import { createAssetApp } from "./app.ts";
import { createAssetRows } from "./asset-rows.ts";
import { createDerivativeRows, DERIVATIVES_CHANNEL } from "./derivative-rows.ts";
import { createDerivatives } from "./derivatives.service.ts";
import { createImagePool } from "./images/pool.ts";
import { deriveJob } from "./jobs.ts";
import { openPatiently } from "./storage/open-patiently.ts";
import { createStorage, STORAGE_ENV_NAMES } from "./storage/settings.ts";
import { MAX_WAITING } from "./limits.ts";
import { createUploads } from "./upload.service.ts";

const NAMES = [
  "PORT",
  "HOST",
  "LOG_LEVEL",
  "CMS_CONFIG",
  "DATABASE_URL",
  "DATABASE_POOL_SIZE",
  "REDIS_URL",
  "IDENTITY_PUBLIC_KEYS",
  "MAX_UPLOAD_BYTES",
  "MAX_IMAGE_PIXELS",
  ...STORAGE_ENV_NAMES,
] as const;

await start().catch((error: unknown) => {
  if (!(error instanceof EnvError) && !(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function start(): Promise<void> {
  const env = readEnv(process.env, NAMES, ["DATABASE_URL", "REDIS_URL", "IDENTITY_PUBLIC_KEYS"]);
  const log = createLog({ name: "asset", level: env.LOG_LEVEL });
  const config = await loadConfig(env.CMS_CONFIG);
  const schema = compileSchema(config);
  const storage = createStorage(config.storage, env);

  const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE, log });
  const metrics = createMetrics("asset");
  const assets = createAssetRows({ db });
  const access = createAccess({ schema, db, now: () => new Date() });
  const images = createImagePool({ maxPixels: env.MAX_IMAGE_PIXELS });
  const queue = createDirectQueue({ job: deriveJob, redisUrl: env.REDIS_URL, maxWaiting: MAX_WAITING });
  const onChange = (callback: () => void) => db.listen(DERIVATIVES_CHANNEL, callback);
  const derivatives = createDerivatives({ rows: createDerivativeRows({ db }), queue, onChange });
  const uploads = createUploads({ schema, db, assets, access, storage, images, newId });
  const verifier = createVerifier(env.IDENTITY_PUBLIC_KEYS);
  const app = createAssetApp({
    log,
    metrics,
    verifier,
    assets,
    access,
    storage,
    derivatives,
    uploads,
    maxUploadBytes: env.MAX_UPLOAD_BYTES,
  });

  let isOpen = false;
  const stopping = new AbortController();
  const opened = Promise.all([waitForSchema(db, schema.hash, stopping.signal), openPatiently(storage, stopping.signal, log)]).then(
    () => (isOpen = true),
  );
  await listen({
    app,
    metrics,
    log,
    host: env.HOST,
    port: env.PORT,
    ready: async () => isOpen && (await db.health()),
    close: async () => {
      stopping.abort();
      await opened.catch(() => undefined);
      await derivatives.close();
      images.close();
      storage.close();
      await db.close();
    },
  });
}
