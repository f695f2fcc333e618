import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { startBrowserServer } from "../chromium.ts";
import { eventually } from "../eventually.ts";
import { saveFirstRows } from "../database/first-rows.ts";
import type { FirstRows } from "../database/first-rows.ts";
import { startForwarder } from "../servers/forwarder.ts";
import type { Forwarder } from "../servers/forwarder.ts";
import { startPostgres } from "../servers/postgres.ts";
import { startRedis } from "../servers/redis.ts";
import { packRunner, type PackedRunner } from "./packed-runner.ts";
import { runStack, SOURCE_RUNNER } from "./stack-process.ts";
import type { Runner, RunningStack, StackProcess } from "./stack-process.ts";

/** A stack that is lent to one test file. */
export interface Lease extends Omit<RunningStack, "processes"> {
  readonly number: number;
}

/** What a test file asks for: a configuration, and the port of its own mail server, to which the stack's mails go. */
export interface LeaseRequest {
  readonly configFile: string;
  readonly smtpPort: number;
}

interface PooledStack {
  readonly configFile: string;
  readonly lease: Lease;
  readonly rows: FirstRows;
  readonly printed: StackProcess["printed"];
  readonly mails: Forwarder;
  /** The length of the output that belongs to earlier leases. */
  earlierOutputLength: number;
  stop(): Promise<void>;
}

const JOBS_LIMIT_MS = 15_000;
/**
 * The maximum number of stacks without a lease; the stack that was released first is stopped first. Each stack uses
 * 20 connections to PostgreSQL and 300 MB of memory.
 */
const MAX_IDLE = 8;

/**
 * Starts one stack per configuration on first use and lends it to one test file at a time; the database is reset to its first rows
 * in between. A second stack is started if all stacks of a configuration are lent. HTTP interface: `POST /lease` with a `LeaseRequest`
 * returns a lease, `GET /<number>` the output since the lease began, and `DELETE /<number>` releases the stack.
 * `POST /browser` returns the address of the browser server that all test files share, and `POST /runner` the path of the runner that
 * starts stacks from the built package; each is made at the first request. With `TEST_STACKS=sources` stacks run from their sources.
 */
export async function startStackPool(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const runner = createSharedRunner();
  const pool = createPool(runner);
  const browser = createSharedBrowser();
  const server = createServer((request, response) => {
    void handle({ pool, browser, runner }, request).then(([status, body]) =>
      response.writeHead(status, { connection: "close" }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    await Promise.allSettled([pool.stop(), browser.stop()]);
    await runner.remove();
    server.close();
  };
  return { url, stop };
}

/** The browser server of a run. Each test file opens contexts of its own in it. */
function createSharedBrowser() {
  let starting: ReturnType<typeof startBrowserServer> | undefined;
  return {
    async address(): Promise<string> {
      starting ??= startBrowserServer();
      return (await starting).wsEndpoint();
    },
    stop: async () => (await starting)?.close(),
  };
}

type SharedRunner = ReturnType<typeof createSharedRunner>;

/** The program that starts the stacks of a run. */
function createSharedRunner() {
  if (process.env["TEST_STACKS"] === "sources") return { get: () => Promise.resolve(SOURCE_RUNNER), remove: async () => undefined };
  let packing: Promise<PackedRunner> | undefined;
  return {
    get: (): Promise<Runner> => (packing ??= packRunner()),
    remove: async () => (await packing?.catch(() => null))?.remove(),
  };
}

type StackPool = ReturnType<typeof createPool>;

function createPool(runner: SharedRunner) {
  const all: Promise<PooledStack>[] = [];
  let idle: PooledStack[] = [];

  function start(configFile: string): Promise<PooledStack> {
    const starting = startPooledStack(runner, configFile, all.length);
    all.push(starting);
    return starting;
  }

  /** A stack that has been lent before, if one is idle. */
  async function reuse(configFile: string): Promise<PooledStack | undefined> {
    const found = idle.find((stack) => stack.configFile === configFile);
    if (!found) return undefined;
    idle = idle.filter((stack) => stack !== found);
    await found.rows.restore();
    found.earlierOutputLength = found.printed().length;
    return found;
  }

  return {
    async lease({ configFile, smtpPort }: LeaseRequest): Promise<Lease> {
      const stack = (await reuse(configFile)) ?? (await start(configFile));
      stack.mails.forwardTo(smtpPort);
      return stack.lease;
    },

    async printed(number: number): Promise<string | undefined> {
      const stack = await all[number];
      return stack?.printed().slice(stack.earlierOutputLength);
    },

    /** Waits for the stack's unfinished jobs. A stack with jobs after that is stopped, because they would change the next test file's data. */
    async release(number: number): Promise<void> {
      const stack = await all[number];
      if (!stack) return;
      const hasNoJobs = async () => (await stack.rows.openJobs()) === 0;
      const isReusable = await eventually(hasNoJobs, { limitMs: JOBS_LIMIT_MS, everyMs: 50 }).catch(() => false);
      if (!isReusable) return stack.stop();
      idle.push(stack);
      if (idle.length > MAX_IDLE) await idle.shift()?.stop();
    },

    async stop(): Promise<void> {
      await Promise.allSettled(all.map(async (starting) => (await starting).stop()));
    },
  };
}

interface Shared {
  readonly pool: StackPool;
  readonly browser: ReturnType<typeof createSharedBrowser>;
  readonly runner: SharedRunner;
}

async function handle({ pool, browser, runner }: Shared, request: IncomingMessage): Promise<readonly [status: number, body: unknown]> {
  const { method, url = "" } = request;
  const number = Number(url.slice(1));
  try {
    if (url === "/browser") return [200, await browser.address()];
    if (url === "/runner") return [200, await runner.get()];
    if (method === "POST") return [200, await pool.lease((await json(request)) as LeaseRequest)];
    if (method === "GET") return [200, await pool.printed(number)];
    return [200, (await pool.release(number)) ?? null];
  } catch (error) {
    return [500, String(error)];
  }
}

async function startPooledStack(runner: SharedRunner, configFile: string, number: number): Promise<PooledStack> {
  const [program, postgres, redis, mails] = await Promise.all([
    runner.get(),
    startPostgres({ migrated: true }),
    startRedis(),
    startForwarder(),
  ]);
  const servers = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, SMTP_URL: `smtp://127.0.0.1:${mails.port}` };
  const { running, printed, ...stack } = runStack(program, configFile, servers);
  let rows: FirstRows | undefined;
  const stop = async () => {
    await Promise.allSettled([stack.stop(), rows?.close()]);
    await Promise.allSettled([postgres.stop(), redis.stop(), mails.stop()]);
  };
  try {
    const { url, databaseUrl, redisUrl } = await running;
    rows = await saveFirstRows(databaseUrl);
    return { configFile, lease: { number, url, databaseUrl, redisUrl }, rows, printed, mails, earlierOutputLength: 0, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
