/** The webhook worker: sends events to other servers. Several replicas can run. Without webhooks it has nothing to do. */
import { assetUrlOptions, ConfigError, loadConfig } from "@colophon/config";
import { assetUrlsOf } from "@colophon/runtime/credentials";
import { createDatabase, DATABASE_ENV_NAMES, databaseSettings, waitForSchema } from "@colophon/database";
import { compileSchema, withAssetUrls } from "@colophon/engine";
import { startJobs } from "@colophon/jobs";
import { countTries, createCounter, describeService, REDIS_ENV_NAMES, redisSettings, timeStatements } from "@colophon/runtime";
import { surviveProjectErrors } from "./hooks/project-code.ts";
import { createSender } from "./webhooks/send.ts";
import { createWebhookWorker, withoutSecret } from "./webhooks/worker.ts";

const ATTEMPTS = { name: "webhook_attempts_total", help: "Attempts to deliver an event by outcome: delivered, failed.", label: "outcome" };

export const webhookWorker = describeService({
  name: "webhook-worker",
  env: { required: ["DATABASE_URL", "REDIS_URL"], optional: [...DATABASE_ENV_NAMES, ...REDIS_ENV_NAMES, "ASSET_URL_KEY"] },
  async open({ env, log, metrics }) {
    const config = await loadConfig(env.CMS_CONFIG);
    const lacking = withoutSecret(config.webhooks);
    const message = "Set this secret, in the environment of the webhook worker: `openssl rand -base64 32` prints one.";
    if (lacking.length > 0)
      throw new ConfigError(
        lacking.map((path) => ({ path, message })),
        env.CMS_CONFIG,
      );
    const schema = withAssetUrls(compileSchema(config), assetUrlsOf(assetUrlOptions(config.storage, env)));
    const onStatement = timeStatements(metrics.registry);
    const database = createDatabase({ url: env.DATABASE_URL, ...databaseSettings(env), log, onStatement });
    const sender = createSender();
    const onAttempt = createCounter(metrics.registry, ATTEMPTS);
    const { jobs } = createWebhookWorker({ schema, database, sender, log, now: () => new Date(), onAttempt });
    const onTry = countTries(metrics.registry);
    return {
      database,
      waitFor: (waiting) => waitForSchema(database, schema.hash, waiting),
      ...(jobs.length > 0 && { jobs: () => startJobs({ ...redisSettings(env), database, log, jobs, onTry }) }),
      onListening: () => surviveProjectErrors(log),
      close: async () => sender.close(),
    };
  },
});
