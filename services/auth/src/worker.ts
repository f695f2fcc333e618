/** The email worker: sends login codes, and sweeps away what has ended. Any number of them may run. */
import { dirname, join, resolve } from "node:path";
import { ConfigError, EnvError, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, waitForSchema } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createRelay, createWorker } from "@colophon/jobs";
import { createLog, createMetrics, listen } from "@colophon/runtime";
import { sendCodeJob } from "./mail.job.ts";
import { createMailTemplates, TemplateError } from "./mail-templates.ts";
import { createLocalTransport, createSmtpTransport } from "./mail-transport.ts";
import { CODE_LIFE_MINUTES, createSecrets } from "./secrets.ts";
import { createSendCode } from "./send-code.ts";
import { startSweeping } from "./sweep.ts";

const CONCURRENCY = 20; // sending is waiting

await start().catch((error: unknown) => {
  if (!(error instanceof EnvError) && !(error instanceof ConfigError) && !(error instanceof TemplateError)) throw error;
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
      "CMS_DATA_DIR",
      "CMS_SECRET",
      "DATABASE_URL",
      "DATABASE_POOL_SIZE",
      "REDIS_URL",
      "SMTP_URL",
      "MAIL_FROM",
    ],
    ["CMS_SECRET", "DATABASE_URL", "REDIS_URL"],
  );
  const log = createLog({ name: "email", level: env.LOG_LEVEL });
  const config = await loadConfig(env.CMS_CONFIG);
  const title = typeof config.admin?.["title"] === "string" ? config.admin["title"] : "Colophon";
  const templates = createMailTemplates({ folder: join(dirname(resolve(env.CMS_CONFIG)), "mail"), title, minutes: CODE_LIFE_MINUTES });
  const transport = env.SMTP_URL
    ? createSmtpTransport({ url: env.SMTP_URL, from: env.MAIL_FROM })
    : createLocalTransport({
        folder: resolve(env.CMS_DATA_DIR, "mails"),
        from: env.MAIL_FROM,
        print: (text) => void process.stdout.write(text),
      });

  const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE, log });
  const handler = createSendCode({ db, secrets: createSecrets(env.CMS_SECRET), templates, transport, log });
  let isWorking = false;
  const stopping = new AbortController();
  const work = waitForSchema(db, compileSchema(config).hash, stopping.signal).then(() => {
    const relay = createRelay({ database: db, redisUrl: env.REDIS_URL, jobs: [sendCodeJob], log });
    const worker = createWorker({ job: sendCodeJob, handler, database: db, redisUrl: env.REDIS_URL, log, concurrency: CONCURRENCY });
    const stopSweeping = startSweeping(db, log);
    isWorking = true;
    return async (): Promise<void> => {
      stopSweeping();
      await Promise.all([relay.close(), worker.close()]);
    };
  });

  await listen({
    app: (_request, response) => void response.writeHead(404).end(), // it has no routes of its own
    metrics: createMetrics("email"),
    log,
    host: env.HOST,
    port: env.PORT,
    ready: async () => isWorking && (await db.health()),
    close: async () => {
      stopping.abort();
      await work.then((stop) => stop()).catch(() => undefined);
      transport.close();
      await db.close();
    },
  });
}
