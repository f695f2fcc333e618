/** The auth service: the only file of it that reads the environment and opens connections. */
import { EVERY_PROCESS_READS, loadConfig, readEnv } from "@colophon/config";
import { createApiKeys } from "@colophon/credentials";
import { createDatabase, waitForSchema } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createOpening, createRedis, createVerifier, listen, openProcess, revoke, run, showPools, showRedis } from "@colophon/runtime";
import { createAuthApp } from "./app.ts";
import { createCredentials } from "./credentials.service.ts";
import { createLogin } from "./login.service.ts";
import { createSecrets } from "./secrets.ts";
import { createSessions } from "./sessions.service.ts";

await run(start);

async function start(): Promise<void> {
  const env = readEnv(
    process.env,
    [...EVERY_PROCESS_READS, "CMS_SECRET", "DATABASE_URL", "DATABASE_POOL_SIZE", "REDIS_URL", "COOKIE_SECURE", "IDENTITY_PUBLIC_KEYS"],
    ["CMS_SECRET", "DATABASE_URL", "REDIS_URL", "IDENTITY_PUBLIC_KEYS"],
  );
  const { log, metrics } = await openProcess("auth", env);
  const config = await loadConfig(env.CMS_CONFIG);
  const schema = compileSchema(config);

  const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE, log });
  const redis = createRedis(env.REDIS_URL, { log });
  const secrets = createSecrets(env.CMS_SECRET);
  showPools(metrics.registry, db.pools);
  showRedis(metrics.registry, redis);

  const app = createAuthApp({
    log,
    metrics,
    verifier: createVerifier(env.IDENTITY_PUBLIC_KEYS),
    login: createLogin({ db, secrets }),
    sessions: createSessions({ db, secrets }),
    apiKeys: createApiKeys({ db }),
    credentials: createCredentials({ db }),
    roles: new Set(config.roles.map((role) => role.name)),
    adminRoles: new Set(config.roles.filter((role) => role.isAdmin).map((role) => role.name)),
    revoke: () => revoke(redis),
    cookieSecure: env.COOKIE_SECURE ?? false,
  });

  const opening = createOpening((signal) => waitForSchema(db, schema.hash, signal));
  await listen({
    app,
    metrics,
    log,
    host: env.HOST,
    port: env.PORT,
    ready: async () => opening.isDone() && (await db.health()),
    close: async () => {
      await opening.close();
      await redis.close();
      await db.close();
    },
  });
}
