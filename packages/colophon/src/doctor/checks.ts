import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { connect } from "node:net";
import { readConfig, Refusal, type CommandContext } from "@colophon/cli";
import { createDatabase } from "@colophon/database";
import { postgresBinaries } from "@colophon/scripts/stack/postgres/binaries.ts";
import { isFree } from "@colophon/scripts/stack/processes/free-port.ts";
import { redisServer } from "@colophon/scripts/stack/redis/redis.ts";
import { findRunning } from "@colophon/scripts/stack/running.ts";
import { readSettings } from "@colophon/scripts/stack/settings.ts";

type Check = (context: CommandContext) => Promise<string>;

const REACH_MS = 5_000;
const MIN_FREE_BYTES = 1024 ** 3;
const OLDEST_POSTGRES = 150_000;

/** Each check returns what it found. @throws an error with a message for the user if something is missing */
export const checks: Readonly<Record<string, Check>> = {
  node: async () => process.version,
  configuration: async (context) => {
    const { file, config } = await readConfig(context);
    return `${file}, ${config.entities.length} entities and globals`;
  },
  "data folder": dataFolder,
  PostgreSQL: postgres,
  Redis: redis,
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
    return `${row?.version} at ${new URL(databaseUrl).host}`;
  } finally {
    await database.close();
  }
}

async function redis({ variables }: CommandContext): Promise<string> {
  const { redisUrl } = readSettings(variables);
  if (redisUrl !== undefined) return reach(redisUrl, 6379);
  return redisServer(variables["PATH"] ?? "") ?? "the slow one in JavaScript; install redis-server, or set REDIS_URL";
}

async function port({ variables }: CommandContext): Promise<string> {
  const settings = readSettings(variables);
  if (settings.port === 0 || (await isFree(settings.port, settings.host))) return `${settings.port} is free`;
  const running = await findRunning(variables).catch(() => null);
  if (running === null) throw new Refusal(`${settings.port} is in use by another program: set PORT.`);
  return `Colophon runs at ${running.url}`;
}

async function mail({ variables }: CommandContext): Promise<string> {
  const url = variables["SMTP_URL"];
  return url ? reach(url, url.startsWith("smtps:") ? 465 : 587) : "printed in the terminal; SMTP_URL is not set";
}

/** Whether a server listens on the port. */
async function reach(url: string, defaultPort: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port) || defaultPort, timeout: REACH_MS });
  socket.once("timeout", () => socket.destroy(new Error("no answer")));
  try {
    await once(socket, "connect");
    return `${hostname}:${Number(port) || defaultPort} answers`;
  } catch (error) {
    throw new Refusal(`${hostname}:${Number(port) || defaultPort} can't be reached (${(error as Error).message}).`, { cause: error });
  } finally {
    socket.destroy();
  }
}

function inGb(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}
