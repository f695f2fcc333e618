import { EVERY_PROCESS_READS, loadConfig, readEnv } from "@colophon/config";
import { bringDatabase, createDatabase, DatabaseAway, lostRoles, SchemaRefused, type Wishes } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { countTries, createRedis, createVerifier, listen, openProcess, run, showPools, showQueues, showRedis } from "@colophon/runtime";
import { createContentApp } from "./app.ts";
import { countHookFailures } from "./hook-failures.ts";
import { spareProjectErrors } from "./stray-errors.ts";
import { startScheduler } from "./scheduler.ts";
import { startSweeper } from "./sweeper.ts";

const NAMES = [
  ...EVERY_PROCESS_READS,
  "NODE_ENV",
  "CMS_SECRET",
  "CMS_ADMIN_EMAIL",
  "DATABASE_URL",
  "DATABASE_POOL_SIZE",
  "REDIS_URL",
  "ALLOW_DATA_LOSS",
  "IDENTITY_PUBLIC_KEYS",
] as const;

await run(start, [SchemaRefused, DatabaseAway]);

/** Brings the database to the configuration, then listens. The only place that opens connections or reads the environment. */
async function start(): Promise<void> {
  const env = readEnv(process.env, NAMES, ["CMS_SECRET", "DATABASE_URL", "REDIS_URL", "IDENTITY_PUBLIC_KEYS"]);
  const { log, metrics } = await openProcess("content", env);
  const schema = compileSchema(await loadConfig(env.CMS_CONFIG));

  const database = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE, log });
  const wishes: Wishes = { tableChanges, allowDataLoss: env.ALLOW_DATA_LOSS, adminEmail: env.CMS_ADMIN_EMAIL };
  const { tables } = await bringDatabase(database, schema, wishes);
  log.info({ state: tables.state, changes: tables.changes.length }, "the tables fit the configuration");
  for (const lost of await lostRoles(database, schema)) log.warn(lost, "a role is gone that users or keys have: they may do nothing");

  const redis = createRedis(env.REDIS_URL, { log });
  const verifier = createVerifier(env.IDENTITY_PUBLIC_KEYS);
  const onHookFailure = countHookFailures(metrics.registry);
  const content = createContentApp({
    schema,
    database,
    redis,
    log,
    verifier,
    metrics,
    secret: env.CMS_SECRET,
    now: () => new Date(),
    onHookFailure,
  });
  const sweeper = startSweeper({ sweep: content.idempotency.sweep, log });

  const scheduler = startScheduler({
    runner: content.scheduleRunner,
    database,
    redisUrl: env.REDIS_URL,
    log,
    onTry: countTries(metrics.registry),
  });
  showPools(metrics.registry, database.pools);
  showRedis(metrics.registry, redis);
  showQueues(metrics.registry, scheduler.relay);

  const close = async () => {
    sweeper.stop();
    await scheduler.close();
    await content.hooks.settle();
    await Promise.all([redis.close(), database.close()]);
  };
  await listen({ app: content.app, host: env.HOST, port: env.PORT, log, metrics, ready: () => database.health(), close });
  spareProjectErrors(log);
}
