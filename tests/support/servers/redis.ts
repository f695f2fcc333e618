import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { startChild } from "./child-server.ts";
import type { ChildServer } from "./child-server.ts";
import { freePort } from "./free-port.ts";

/** A Redis database for one test. */
export interface TestRedis {
  readonly url: string;
  /** The server's process, if this test started it itself: to freeze it or kill it. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

export interface RedisOptions {
  /** Starts a separate server for this test, even if TEST_REDIS_URL is set: for tests that damage it. */
  readonly own?: boolean;
  /** The port, to replace a server that was stopped. */
  readonly port?: number;
}

/**
 * An empty Redis: an unused numbered database in the server of TEST_REDIS_URL if that is set, else a separate server (`redis-server` or
 * `valkey-server` on the PATH, else the one in JavaScript; or a container with TEST_WITH=containers).
 */
export async function startRedis(options: RedisOptions = {}): Promise<TestRedis> {
  const server = process.env["TEST_REDIS_URL"];
  const shared = !options.own && options.port === undefined;
  if (server && shared) return claimDatabase(server);
  if (process.env["TEST_WITH"] === "containers" && shared) return (await import("./containers.ts")).startRedisContainer();
  return startRedisServer(options.port ?? (await freePort()));
}

const SETTINGS = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--databases", "256", "--daemonize", "no"];

/** The arguments of `redis-server` for a server that listens on the loopback address and saves nothing. */
export function argumentsOf(port: number): string[] {
  return [...SETTINGS, "--port", String(port)];
}

const SCRIPTED = join(import.meta.dirname, "../../../packages/colophon/src/stack/redis/scripted-redis.ts");

async function startRedisServer(port: number): Promise<TestRedis> {
  const child = await startOne("redis-server", argumentsOf(port))
    .catch(() => startOne("valkey-server", argumentsOf(port)))
    .catch(() => startOne(process.execPath, [SCRIPTED, String(port)]));
  const stop = () => child.end("SIGKILL"); // nothing is saved, and a graceful shutdown would wait for clients
  return { url: `redis://127.0.0.1:${port}/0`, pid: child.process.pid ?? null, stop };
}

function startOne(command: string, args: readonly string[]): Promise<ChildServer> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-redis-"));
  return startChild(command, args, "Ready to accept connections", { folder, cwd: folder });
}

const COUNT = "test:databases";
const IN_USE = "test:databases:in-use";

/**
 * Reserves the numbered database that was used least recently; database 0 says which ones are in use, so that concurrent tests never share
 * one: a worker of one stack would take the jobs of the other.
 */
export async function claimDatabase(server: string): Promise<TestRedis> {
  const client = new Redis(server, { lazyConnect: true, maxRetriesPerRequest: 1 });
  client.on("error", () => undefined); // each command reports it
  await client.connect();
  const number = await reserveNumber(client, server).catch((error: unknown) => {
    client.disconnect();
    throw error;
  });
  await client.select(number);
  await client.flushdb();
  const url = new URL(server);
  url.pathname = `/${number}`;
  const stop = async () => {
    await client.multi().flushdb().select(0).srem(IN_USE, number).exec();
    client.disconnect();
  };
  return { url: url.href, pid: null, stop: () => stop().catch(() => client.disconnect()) };
}

async function reserveNumber(client: Redis, server: string): Promise<number> {
  const databases = Number((await client.config("GET", "databases"))[1]);
  for (let tried = 1; tried < databases; tried++) {
    const number = 1 + ((await client.incr(COUNT)) % (databases - 1));
    if ((await client.sadd(IN_USE, number)) === 1) return number;
  }
  throw new Error(`All ${databases - 1} databases of ${server} are in use. If a run was killed, delete the key ${IN_USE} in database 0.`);
}
