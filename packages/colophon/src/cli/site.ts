import { once } from "node:events";
import { resolve } from "node:path";
import { loadConfig, readEnv, type Config } from "@colophon/config";
import { createDatabase, type Database } from "@colophon/database";
import { compileSchema, type Schema } from "@colophon/engine";
import { createRedis, REDIS_ENV_NAMES, redisSettings, type RedisLink, type RedisSettings } from "@colophon/runtime";
import { inTime } from "@colophon/runtime/time-limit";
import type { Command } from "commander";
import { createStorage, STORAGE_ENV_NAMES, type Storage } from "@colophon/storage";
import { Refusal } from "./failures.ts";
import type { Terminal } from "./terminal.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A person waits for a command: it may take longer than a request, and on a busy machine Redis does. */
const REDIS_MS = 5_000;

type Variables = Readonly<Record<string, string | undefined>>;

/** The addresses of the stores. */
export interface Stores {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  /** Of its gateway. */
  readonly url?: string | undefined;
  /** `CMS_SECRET` of its services. */
  readonly secret?: string | undefined;
}

/** The environment of a command. */
export interface CommandContext {
  readonly variables: Variables;
  readonly terminal: Terminal;
  /** Aborted when the person stops the command. */
  readonly signal: AbortSignal;
  /** Looks for a stack on this machine if no variable has the addresses of the stores. @throws with a sentence */
  readonly findStack?: (() => Promise<Stores>) | undefined;
  /** The program's name in its output; `cms` by default. */
  readonly name?: string;
  /** Adds commands of another package. */
  readonly addCommands?: (program: Command, context: CommandContext, ending: Ending) => void;
}

/** Wraps a command's function, which returns a status, for commander. */
export type Ending = <Given extends unknown[]>(work: (...given: Given) => Promise<number>) => (...given: Given) => Promise<void>;

/** The configuration and the database of a command. */
export interface Site {
  /** How a person calls the program. */
  readonly command: string;
  readonly file: string;
  readonly config: Config;
  readonly schema: Schema;
  readonly database: Database;
  /** Undefined if its address is not known. */
  readonly redis: RedisSettings | undefined;
  /** Of the gateway of a stack that was found. */
  readonly url: string | undefined;
  /** `CMS_SECRET` of the site's services. @throws EnvError if it is not known */
  readonly secret: () => string;
}

/** The configuration that CMS_CONFIG names. @throws ConfigError */
export async function readConfig({ variables }: CommandContext): Promise<{ file: string; config: Config; schema: Schema }> {
  const file = resolve(readEnv(variables, ["CMS_CONFIG"]).CMS_CONFIG);
  const config = await loadConfig(file);
  return { file, config, schema: compileSchema(config) };
}

/** How a person calls the program: in a project by npx. */
export function commandOf({ name = "cms" }: Pick<CommandContext, "name">): string {
  return name === "colophon" ? "npx colophon" : name;
}

/** Runs `work` with the site's configuration and database, and closes them afterwards. Statements have long time limits. */
export async function withSite<T>(context: CommandContext, work: (site: Site) => Promise<T>): Promise<T> {
  const known = await readConfig(context);
  const stores = await storesOf(context);
  const { databaseUrl, redisUrl } = stores;
  const redis = redisUrl === undefined ? undefined : redisSettings({ ...readEnv(context.variables, REDIS_ENV_NAMES), REDIS_URL: redisUrl });
  const secret = () => stores.secret ?? readEnv(context.variables, ["CMS_SECRET"], ["CMS_SECRET"]).CMS_SECRET;
  const limits = { statementMs: DAY_MS, lockMs: 60_000, idleTransactionMs: DAY_MS, connectMs: 5_000 };
  const database = createDatabase({ url: databaseUrl, poolSize: 3, ...limits });
  try {
    return await work({ ...known, command: commandOf(context), database, redis, url: stores.url, secret });
  } finally {
    await database.close();
  }
}

async function storesOf({ variables, findStack }: CommandContext): Promise<Stores> {
  const env = readEnv(variables, ["DATABASE_URL", "DATABASE_DIRECT_URL", "REDIS_URL"]);
  const { REDIS_URL: redisUrl } = env;
  const databaseUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL; // a command holds locks for longer than a transaction
  if (databaseUrl !== undefined) return { databaseUrl, redisUrl };
  if (!findStack) throw new Refusal("DATABASE_URL is not set: set it to the address of the site's PostgreSQL.");
  return findStack();
}

/** Runs `work` with a connection to Redis, or says why there is none. */
export async function withRedis<T>(settings: RedisSettings | undefined, work: (redis: RedisLink) => Promise<T>): Promise<T> {
  if (settings === undefined)
    throw new Refusal("REDIS_URL is not set: the gateways are notified through Redis. Set it to the same value as for the services.");
  const redis = createRedis(settings, { commandMs: REDIS_MS });
  try {
    await inTime(Promise.allSettled([once(redis.client, "ready")]), REDIS_MS, { ref: false });
    return await work(redis);
  } finally {
    await redis.close();
  }
}

/** The storage of the site's media. @throws EnvError for missing variables of S3 */
export function openStorage({ variables }: CommandContext, { config }: Pick<Site, "config">): Storage {
  return createStorage(config.storage, readEnv(variables, STORAGE_ENV_NAMES));
}
