/** The auth service: its variables, what it opens and what it serves. */
import { loadConfig } from "@colophon/config";
import {
  createApiKeys,
  cachesAnswers,
  createDatabase,
  DATABASE_ENV_NAMES,
  databaseSettings,
  refusalNotes,
  waitForSchema,
} from "@colophon/database";
import { createCodes } from "@colophon/runtime/credentials";
import { compileSchema } from "@colophon/engine";
import {
  createAnswerMarks,
  createRedis,
  createVerifier,
  describeService,
  REDIS_ENV_NAMES,
  redisSettings,
  revoke,
  timeStatements,
} from "@colophon/runtime";
import { createAddresses } from "./address/address.service.ts";
import { createAuthApp } from "./app.ts";
import { createCredentials } from "./identify/credentials.service.ts";
import { createCodeCheck } from "./login/code-check.ts";
import { createLogin } from "./login/login.service.ts";
import { createSessions } from "./sessions/sessions.service.ts";

export const auth = describeService({
  name: "auth",
  env: {
    required: ["CMS_SECRET", "DATABASE_URL", "REDIS_URL", "IDENTITY_PUBLIC_KEYS"],
    optional: [...DATABASE_ENV_NAMES, ...REDIS_ENV_NAMES, "COOKIE_SECURE", "CONFIRM_MINUTES", "ANSWER_CACHE_BYTES"],
  },
  async open({ env, log, metrics }) {
    const config = await loadConfig(env.CMS_CONFIG);
    const schema = compileSchema(config);
    const onStatement = timeStatements(metrics.registry);
    const redis = createRedis(redisSettings(env), { log });
    const answerMarks = cachesAnswers(env) ? createAnswerMarks(redis) : undefined;
    const db = createDatabase({
      url: env.DATABASE_URL,
      ...databaseSettings(env, { announcesWrites: answerMarks !== undefined }),
      log,
      onStatement,
      audited: config.audit !== false,
      answerMarks,
    });
    const checkCode = createCodeCheck({ db, codes: createCodes(env.CMS_SECRET) });
    const confirmMinutes = env.CONFIRM_MINUTES;
    const routes = createAuthApp({
      log,
      metrics,
      actFor: db.actFor,
      ...refusalNotes({ config, database: db, log }),
      verifier: createVerifier(env.IDENTITY_PUBLIC_KEYS),
      login: createLogin({ db, checkCode, confirmMinutes }),
      addresses: createAddresses({ db, schema, checkCode, confirmMinutes }),
      sessions: createSessions({ db, confirmMinutes }),
      apiKeys: createApiKeys({ db }),
      credentials: createCredentials({ db, confirmMinutes }),
      roles: new Set(config.roles.map((role) => role.name)),
      adminRoles: new Set(config.roles.filter((role) => role.isAdmin).map((role) => role.name)),
      revoke: () => revoke(redis),
      cookieSecure: env.COOKIE_SECURE ?? false,
    });
    return { serving: routes, database: db, redis, waitFor: (waiting) => waitForSchema(db, schema.hash, waiting) };
  },
});
