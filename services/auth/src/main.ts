/** The auth service: the only file of it that reads the environment and opens connections. */
import { ConfigError, EnvError, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, waitForSchema } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createLog, createMetrics, createRedis, createVerifier, listen, revoke } from "@colophon/runtime";
import { createApiKeys } from "./api-keys.service.ts";
import { createAuthApp } from "./app.ts";
import { createCredentials } from "./credentials.service.ts";
import { createLogin } from "./login.service.ts";
import { createSecrets } from "./secrets.ts";
import { createSessions } from "./sessions.service.ts";

await start().catch((error: unknown) => {
  if (!(error instanceof EnvError) && !(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function start(): Promise<void> {
  const env = readEnv(
    process.env,
    [
      "PORT",
      "HOST",
      "LOG_LEVEL",
      "CMS_CONFIG",
      "CMS_SECRET",
      "DATABASE_URL",
      "DATABASE_POOL_SIZE",
      "REDIS_URL",
      "COOKIE_SECURE",
      "IDENTITY_PUBLIC_KEYS",
    ],
    ["CMS_SECRET", "DATABASE_URL", "REDIS_URL", "IDENTITY_PUBLIC_KEYS"],
  );
  const log = createLog({ name: "auth", level: env.LOG_LEVEL });
  const config = await loadConfig(env.CMS_CONFIG);
  const schema = compileSchema(config);

  const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE, log });
  const redis = createRedis(env.REDIS_URL, { log });
  const secrets = createSecrets(env.CMS_SECRET);
  const metrics = createMetrics("auth");

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

  let hasSchema = false;
  const stopping = new AbortController();
  const schemaKnown = waitForSchema(db, schema.hash, stopping.signal).then(() => (hasSchema = true));
  await listen({
    app,
    metrics,
    log,
    host: env.HOST,
    port: env.PORT,
    ready: async () => hasSchema && (await db.health()),
    close: async () => {
      stopping.abort();
      await schemaKnown.catch(() => undefined);
      await redis.close();
      await db.close();
    },
  });
}
