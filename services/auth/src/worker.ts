/** The email worker: sends login codes, and sweeps away what has ended. Any number of them may run. */
import { dirname, join, resolve } from "node:path";
import { EVERY_PROCESS_READS, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, waitForSchema } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createRelay, createWorker } from "@colophon/jobs";
import { countTries, createCounter, createOpening, listen, openProcess, run, showPools, showQueues, showRedis } from "@colophon/runtime";
import { sendCodeJob } from "./mail.job.ts";
import { createMailTemplates, TemplateError } from "./mail-templates.ts";
import { createLocalTransport, createSmtpTransport } from "./mail-transport.ts";
import { CODE_LIFE_MINUTES, createSecrets } from "./secrets.ts";
import { createSendCode } from "./send-code.ts";
import { startSweeping } from "./sweep.ts";

const MAILS = { name: "mails_total", help: "Tries to deliver a mail by outcome: sent, unavailable, refused.", label: "outcome" };
const CONCURRENCY = 20; // sending is waiting

await run(start, [TemplateError]);

async function start(): Promise<void> {
  const env = readEnv(
    process.env,
    [...EVERY_PROCESS_READS, "CMS_DATA_DIR", "CMS_SECRET", "DATABASE_URL", "DATABASE_POOL_SIZE", "REDIS_URL", "SMTP_URL", "MAIL_FROM"],
    ["CMS_SECRET", "DATABASE_URL", "REDIS_URL"],
  );
  const { log, metrics } = await openProcess("email", env);
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
  const handler = createSendCode({
    db,
    secrets: createSecrets(env.CMS_SECRET),
    templates,
    transport,
    log,
    onDelivery: createCounter(metrics.registry, MAILS),
  });
  const onTry = countTries(metrics.registry);
  showPools(metrics.registry, db.pools);
  const opening = createOpening(async (signal) => {
    await waitForSchema(db, compileSchema(config).hash, signal);
    const relay = createRelay({ database: db, redisUrl: env.REDIS_URL, jobs: [sendCodeJob], log });
    const worker = createWorker({ job: sendCodeJob, handler, database: db, redisUrl: env.REDIS_URL, log, concurrency: CONCURRENCY, onTry });
    const stopSweeping = startSweeping(db, log);
    showRedis(metrics.registry, relay);
    showQueues(metrics.registry, relay);
    return async (): Promise<void> => {
      stopSweeping();
      await Promise.all([relay.close(), worker.close()]);
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
      transport.close();
      await db.close();
    },
  });
}
