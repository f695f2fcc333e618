/** The email worker: sends codes and notices, and deletes expired rows. Several replicas can run. */
import { dirname, join, resolve } from "node:path";
import { loadConfig } from "@colophon/config";
import { CODE_LIFE_MINUTES, createCodes } from "@colophon/runtime/credentials";
import {
  createDatabase,
  DATABASE_ENV_NAMES,
  databaseSettings,
  waitForSchema,
  sweepLoginRequests,
  sweepNotices,
  sweepDevices,
  sweepSessions,
  type Database,
} from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { startJobs, defineJob } from "@colophon/jobs";
import { countTries, createCounter, describeService, REDIS_ENV_NAMES, redisSettings, timeStatements, type Log } from "@colophon/runtime";
import { createMailTemplates, TemplateError } from "./mail/mail-templates.ts";
import { createLocalTransport, createSmtpTransport } from "./mail/mail-transport.ts";
import { sendCodeJob, sendNoticeJob } from "./mail/mail.job.ts";
import { createSendCode } from "./mail/send-code.ts";
import { createSendNotice } from "./mail/send-notice.ts";

const MAILS = { name: "mails_total", help: "Tries to deliver a mail by outcome: sent, unavailable, refused.", label: "outcome" };
const CONCURRENCY = 20; // sending is mostly waiting

export const emailWorker = describeService({
  name: "email-worker",
  env: {
    required: ["CMS_SECRET", "DATABASE_URL", "REDIS_URL"],
    optional: ["CMS_DATA_DIR", ...DATABASE_ENV_NAMES, ...REDIS_ENV_NAMES, "SMTP_URL", "MAIL_FROM"],
  },
  refusals: [TemplateError],
  async open({ env, log, metrics }) {
    const config = await loadConfig(env.CMS_CONFIG);
    const title = (config.admin && config.admin.title) || "Colophon";
    const templates = createMailTemplates({ folder: join(dirname(resolve(env.CMS_CONFIG)), "mail"), title, minutes: CODE_LIFE_MINUTES });
    const print = (text: string) => void process.stdout.write(text);
    const transport = env.SMTP_URL
      ? createSmtpTransport({ url: env.SMTP_URL, from: env.MAIL_FROM })
      : createLocalTransport({ folder: resolve(env.CMS_DATA_DIR, "mails"), from: env.MAIL_FROM, print });

    const onStatement = timeStatements(metrics.registry);
    const db = createDatabase({ url: env.DATABASE_URL, ...databaseSettings(env), log, onStatement });
    const ports = { db, templates, transport, log, onDelivery: createCounter(metrics.registry, MAILS) };
    const jobs = [
      { ...sendCodeJob, run: createSendCode({ ...ports, codes: createCodes(env.CMS_SECRET) }), concurrency: CONCURRENCY },
      { ...sendNoticeJob, run: createSendNotice(ports), concurrency: CONCURRENCY },
      sweepJob(db, log),
    ];
    const onTry = countTries(metrics.registry);
    return {
      database: db,
      waitFor: (waiting) => waitForSchema(db, compileSchema(config).hash, waiting),
      jobs: () => startJobs({ ...redisSettings(env), database: db, log, jobs, onTry }),
      close: async () => transport.close(),
    };
  },
});

const SWEEP_EVERY_MS = 10 * 60 * 1_000;

/** Deletes up to a thousand expired rows of each kind, and returns how many of each. */
export async function sweep(db: Pick<Database, "run">) {
  return {
    loginRequests: await sweepLoginRequests(db),
    sessions: await sweepSessions(db),
    devices: await sweepDevices(db),
    notices: await sweepNotices(db),
  };
}

/** Sweeps every ten minutes. */
function sweepJob(db: Pick<Database, "run">, log: Log) {
  return defineJob({
    name: "sweep-auth",
    everyMs: SWEEP_EVERY_MS,
    async run() {
      const swept = await sweep(db);
      if (Object.values(swept).some((count) => count > 0)) log.info(swept, "swept");
    },
  });
}
