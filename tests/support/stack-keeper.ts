import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "./eventually.ts";
import { keepFirstRows } from "./first-rows.ts";
import type { FirstRows } from "./first-rows.ts";
import { freePort } from "./free-port.ts";
import { startPostgres } from "./postgres.ts";
import { startRedis } from "./redis.ts";
import { runStack } from "./stack-process.ts";
import type { StackProcess, Where } from "./stack-process.ts";

/** The description of a stack for its user. */
export interface Taken extends Omit<Where, "processes"> {
  readonly number: number;
  /** The address to which the stack sends mail; its user must listen there. */
  readonly smtpPort: number;
}

interface Kept {
  readonly configFile: string;
  readonly taken: Taken;
  readonly rows: FirstRows;
  readonly printed: StackProcess["printed"];
  /** The length of the output of earlier users. */
  printedBefore: number;
  stop(): Promise<void>;
}

const JOBS_LIMIT_MS = 15_000;
/** More are stopped, those first that nobody has taken for the longest time: each has 14 connections to PostgreSQL and 1 GB of memory. */
const MAX_FREE = 4;

/**
 * Runs stacks that test files take one after the other, each at its first demand: `POST /take` with a configuration's
 * path, `GET` and `DELETE /<number>` for what it printed since and to give it back. Each taker finds the rows of a first start.
 */
export async function startStackKeeper(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const keeper = createKeeper();
  const server = createServer((request, response) => {
    void answered(keeper, request).then(([status, said]) => response.writeHead(status, { connection: "close" }).end(JSON.stringify(said)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => keeper.stop().finally(() => void server.close()) };
}

type Keeper = ReturnType<typeof createKeeper>;

function createKeeper() {
  const all: Promise<Kept>[] = [];
  let free: Kept[] = [];

  function start(configFile: string): Promise<Kept> {
    const starting = startKept(configFile, all.length);
    all.push(starting);
    return starting;
  }

  return {
    async take(configFile: string): Promise<Taken> {
      const found = free.find((one) => one.configFile === configFile);
      free = free.filter((one) => one !== found);
      if (!found) return (await start(configFile)).taken;
      await found.rows.restore();
      found.printedBefore = found.printed().length;
      return found.taken;
    },

    async printed(number: number): Promise<string | undefined> {
      const kept = await all[number];
      return kept?.printed().slice(kept.printedBefore);
    },

    /** A stack with unfinished jobs is not used again, because they would affect the next user. */
    async giveBack(number: number): Promise<void> {
      const kept = await all[number];
      if (!kept) return;
      const isIdle = async () => (await kept.rows.openJobs()) === 0;
      const gone = await eventually(isIdle, { limitMs: JOBS_LIMIT_MS, everyMs: 50 }).catch(() => false);
      if (!gone) return kept.stop();
      free.push(kept);
      if (free.length > MAX_FREE) await free.shift()?.stop();
    },

    async stop(): Promise<void> {
      await Promise.allSettled(all.map(async (starting) => (await starting).stop()));
    },
  };
}

async function answered(keeper: Keeper, request: IncomingMessage): Promise<readonly [status: number, said: unknown]> {
  const { method, url = "" } = request;
  const number = Number(url.slice(1));
  try {
    if (method === "POST") return [200, await keeper.take((await request.toArray()).join(""))];
    if (method === "GET") return [200, await keeper.printed(number)];
    return [200, (await keeper.giveBack(number)) ?? null];
  } catch (error) {
    return [500, String(error)];
  }
}

async function startKept(configFile: string, number: number): Promise<Kept> {
  const [postgres, redis, smtpPort] = await Promise.all([startPostgres(), startRedis(), freePort()]);
  const smtpUrl = `smtp://127.0.0.1:${smtpPort}`;
  const { running, printed, ...stack } = runStack(configFile, { DATABASE_URL: postgres.url, REDIS_URL: redis.url, SMTP_URL: smtpUrl });
  let rows: FirstRows | undefined;
  const stop = async () => {
    await Promise.allSettled([stack.stop(), rows?.close()]);
    await Promise.allSettled([postgres.stop(), redis.stop()]);
  };
  try {
    const { url, databaseUrl, redisUrl } = await running;
    rows = await keepFirstRows(databaseUrl);
    return { configFile, taken: { number, url, databaseUrl, redisUrl, smtpPort }, rows, printed, printedBefore: 0, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
