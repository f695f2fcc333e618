import { resolve } from "node:path";
import { ENV, EnvError, readEnv } from "@colophon/config";
import type { EnvName } from "@colophon/config";
import { redisSettings } from "@colophon/runtime";
import { PROJECT, type Settings } from "./settings.ts";

/**
 * Reads all variables that a user may set, so that all errors are reported together and before anything runs.
 * Paths are relative to the project.
 * @throws EnvError
 */
export function readSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const names = (Object.keys(ENV) as EnvName[]).filter((name) => !isInternal(name));
  const env = readEnv(source, names);
  if (env.REDIS_URL === undefined && env.REDIS_SENTINELS)
    throw new EnvError(["Set REDIS_URL, too: REDIS_SENTINELS replace only its host. redis://sentinels is enough without a password."]);
  if (env.REDIS_URL !== undefined) redisSettings({ ...env, REDIS_URL: env.REDIS_URL }); // its errors
  return {
    port: env.PORT,
    host: env.HOST,
    configFile: resolve(PROJECT, env.CMS_CONFIG),
    dataFolder: resolve(PROJECT, env.CMS_DATA_DIR),
    secret: env.CMS_SECRET,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    mailsArePrinted: env.SMTP_URL === undefined,
    processes: env.PROCESSES,
  };
}

function isInternal(name: EnvName): boolean {
  return "internal" in ENV[name];
}
