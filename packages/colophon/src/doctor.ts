import { sentenceOf, STATUS, Refusal } from "./cli/failures.ts";
import { print } from "./cli/terminal.ts";
import { StartError, PROJECT } from "./stack/settings.ts";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import { readEnv } from "@colophon/config";
import { openStorage, readConfig, type CommandContext } from "./cli/site.ts";
import { createDatabase } from "@colophon/database";
import { createRedis, REDIS_ENV_NAMES, redisSettings, type RedisSettings } from "@colophon/runtime";
import { programFile } from "@colophon/runtime/program-files";
import { inTime, LATE } from "@colophon/runtime/time-limit";
import { runOnce } from "./stack/processes/spawn-program.ts";
import { environmentOf } from "./stack/environments.ts";
import { postgresBinaries } from "./stack/postgres/binaries.ts";
import { isFree } from "./stack/processes/free-port.ts";
import { redisServer } from "./stack/redis/redis.ts";
import { findRunning } from "./stack/find-running.ts";
import { readSettings } from "./stack/read-settings.ts";

/** `colophon doctor`: one line for each requirement of a start: `ok` with what was found, or `--` with the correction. */
export async function examine(context: Examination): Promise<number> {
  let status: number = STATUS.done;
  for (const [name, check] of Object.entries(checks)) {
    try {
      print(context.terminal, `ok  ${name}: ${await check(context)}`);
    } catch (error) {
      const sentence = error instanceof StartError ? error.message : sentenceOf(error);
      if (sentence === null) throw error;
      print(context.terminal, `--  ${name}: ${sentence}`);
      status = STATUS.refused;
    }
  }
  return status;
}

/** What doctor examines, and for whom. */
interface Examination extends CommandContext {
  /** Gets a mail. */
  readonly mailTo?: string | undefined;
}
type Check = (context: Examination) => Promise<string>;

const REACH_MS = 4_000;
const MIN_FREE_BYTES = 1024 ** 3;
const LOOK_EVERY_MS = 50;
const OLDEST_POSTGRES = 150_000;

/** Each check returns what it found. @throws an error with a message for the user if something is missing */
const checks: Readonly<Record<string, Check>> = {
  node: async () => process.version,
  configuration: async (context) => {
    const { file, config } = await readConfig(context);
    return `${file}, ${config.entities.length} entities and globals`;
  },
  "data folder": dataFolder,
  PostgreSQL: postgres,
  Redis: redis,
  storage,
  port,
  mail,
};

async function dataFolder({ variables }: CommandContext): Promise<string> {
  const folder = readSettings(variables).dataFolder;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < MIN_FREE_BYTES) throw new Refusal(`${folder} has ${inGb(free)} left on its disk: free some space, or set CMS_DATA_DIR.`);
  return `${folder}, ${inGb(free)} free`;
}

async function postgres({ variables }: CommandContext): Promise<string> {
  const { databaseUrl } = readSettings(variables);
  if (databaseUrl === undefined) return `embedded, ${postgresBinaries(undefined)}`;
  const database = createDatabase({ url: databaseUrl, poolSize: 1, statementMs: REACH_MS, connectMs: REACH_MS });
  try {
    const row = await database.one<{ version: string; number: string }>({
      text: "select current_setting('server_version') version, current_setting('server_version_num') number",
    });
    if (Number(row?.number) < OLDEST_POSTGRES) throw new Refusal(`This is PostgreSQL ${row?.version}: Colophon needs 15 or newer.`);
    return `${row?.version} at ${database.address}`;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`${database.address} does not work: ${messageOf(error)}`, { cause: error });
  } finally {
    await database.close();
  }
}

async function redis({ variables }: CommandContext): Promise<string> {
  const { redisUrl } = readSettings(variables);
  if (redisUrl !== undefined) return tryRedis(redisSettings({ ...readEnv(variables, REDIS_ENV_NAMES), REDIS_URL: redisUrl }));
  return redisServer(variables["PATH"] ?? "") ?? "the slow one in JavaScript; install redis-server, or set REDIS_URL";
}

async function port({ variables }: CommandContext): Promise<string> {
  const settings = readSettings(variables);
  if (settings.port === 0 || (await isFree(settings.port, settings.host))) return `${settings.port} is free`;
  const running = await findRunning(variables).catch(() => null);
  if (running === null) throw new Refusal(`${settings.port} is in use by another program: set PORT.`);
  return `Colophon runs at ${running.url}`;
}

/** As the services use it: with its password, and with a write. */
async function tryRedis(settings: RedisSettings): Promise<string> {
  const found = await findRedis(settings);
  const redis = createRedis(settings, { commandMs: REACH_MS });
  try {
    const giveUpAt = performance.now() + REACH_MS;
    while (!redis.isUp() && performance.now() < giveUpAt) await sleep(LOOK_EVERY_MS);
    if (redis.isUp()) return found;
    const named = settings.redisOptions.sentinels ? "REDIS_SENTINEL_NAME, the passwords" : "the password in REDIS_URL";
    throw new Refusal(`${found}, but it accepts no writes (${redis.failure()}): check ${named}, and Redis' memory.`);
  } finally {
    await redis.close();
  }
}

async function findRedis({ redisUrl, redisOptions }: RedisSettings): Promise<string> {
  const { name, sentinels, tls } = redisOptions;
  if (!sentinels) {
    const { hostname, port } = new URL(redisUrl);
    return reach({ host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port) || 6379, tls });
  }
  const reached = await Promise.allSettled(sentinels.map(({ host = "", port = 0 }) => reach({ host, port, tls })));
  const failure = reached.find((result) => result.status === "rejected");
  if (failure && reached.every(({ status }) => status === "rejected")) throw failure.reason;
  return `${name} by ${sentinels.length} Sentinels`;
}

async function storage(context: Examination): Promise<string> {
  const { config } = await readConfig(context);
  const opened = openStorage(
    { ...context, variables: { ...context.variables, CMS_DATA_DIR: readSettings(context.variables).dataFolder } },
    { config },
  );
  try {
    if ((await inTime(opened.open(), REACH_MS)) === LATE) throw new Refusal(`${opened.place} does not answer.`);
    return opened.place;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`${opened.place}: ${messageOf(error)}`, { cause: error });
  } finally {
    opened.close();
  }
}

async function mail({ variables, mailTo }: Examination): Promise<string> {
  const url = variables["SMTP_URL"];
  if (!url) return "printed in the terminal; SMTP_URL is not set";
  const entry = programFile(import.meta, "../../../services/auth/src/try-mail");
  const env = environmentOf("email-worker", variables);
  const args = [entry, ...(mailTo === undefined ? [] : [mailTo])];
  try {
    await runOnce({ name: "try-mail", command: process.execPath, args, env, folder: PROJECT });
  } catch (error) {
    throw new Refusal(`no mail can be sent: ${messageOf(error)}`, { cause: error });
  }
  return mailTo === undefined ? `${new URL(url).host} accepts mails; --mail <address> sends one` : `sent to ${mailTo}`;
}

/** The message of a failure, of its cause if it has one. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  return error.cause instanceof Error ? error.cause.message : error.message;
}

interface Address {
  readonly host: string;
  readonly port: number;
  /** With it, the server's certificate is checked. */
  readonly tls: RedisSettings["redisOptions"]["tls"];
}

/** Whether a server listens on the port. */
async function reach({ host, port, tls }: Address): Promise<string> {
  const options = { host, port, timeout: REACH_MS };
  const socket = tls ? connectTls({ ...options, ...tls }) : connect(options);
  socket.once("timeout", () => socket.destroy(new Error("no answer")));
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  try {
    await once(socket, tls ? "secureConnect" : "connect");
    return `${address} answers`;
  } catch (error) {
    throw new Refusal(`${address} can't be reached (${(error as Error).message}).`, { cause: error });
  } finally {
    socket.destroy();
  }
}

function inGb(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}
