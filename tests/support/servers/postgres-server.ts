import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresBinaries } from "colophon/stack/postgres/binaries.ts";
import { serverOwner } from "colophon/stack/postgres/owner.ts";
import { startChild } from "./child-server.ts";
import type { ChildServer } from "./child-server.ts";
import { freePort } from "./free-port.ts";
import { signalFamily } from "../machine/signals.ts";

const FAST_FLAGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
/** Connections enough for the stacks of a run: each has a pool for each of its services. */
const SIZES = ["max_connections=500", "shared_buffers=64MB", "max_wal_size=256MB"];
export const LOOPBACK_ONLY = "listen_addresses=127.0.0.1";
const LOCAL = [LOOPBACK_ONLY, "unix_socket_directories="];

/** The settings of a server for tests, as arguments; without `durable` it loses its data when it is killed. */
export function settingsOf({ durable, more = [] }: { readonly durable: boolean; readonly more?: readonly string[] }): string[] {
  return [...SIZES, ...(durable ? [] : FAST_FLAGS), ...more].flatMap((setting) => ["-c", setting]);
}

/** A PostgreSQL database for one test. */
export interface TestPostgres {
  readonly url: string;
  /** The postmaster's process, if this test started the server itself: to freeze it or kill it. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

/** A server that its test can kill and start again. */
export interface OwnPostgres extends TestPostgres {
  readonly pid: number;
  /** Kills the server and all its backends at once, and waits until they have exited. */
  kill(): Promise<void>;
  /** Restarts the server with the same data and port. */
  startAgain(): Promise<void>;
}

const START_TRIES = 20;

/** The data folder of a server that has not been started, for TEST_POSTGRES_DATA: a copy takes a tenth of the work of another `initdb`. */
export function createPostgresData(): string {
  const user = serverOwner();
  const data = mkdtempSync(join(tmpdir(), "colophon-pg-data-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  const args = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(join(postgresBinaries(user.uid), "bin/initdb"), args, { ...user, stdio: "pipe" });
  return data;
}

/** A data folder of its own. */
function newPostgresData(): string {
  const made = process.env["TEST_POSTGRES_DATA"];
  if (made === undefined) return createPostgresData();
  const data = mkdtempSync(join(tmpdir(), "colophon-pg-"));
  execFileSync("cp", ["-a", `${made}/.`, data]);
  return data;
}

/** An embedded PostgreSQL in its own folder under the system's temporary folder. */
export async function startPostgresServer({ durable }: { durable: boolean }): Promise<OwnPostgres> {
  const user = serverOwner();
  const data = newPostgresData();
  const port = await freePort();
  const args = ["-D", data, "-p", String(port), ...settingsOf({ durable, more: LOCAL })];
  const start = () => startChild(join(postgresBinaries(user.uid), "bin/postgres"), args, "ready to accept connections", user);
  const remove = () => rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  try {
    let server = await start();
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      get pid() {
        return Number(server.process.pid);
      },
      async kill() {
        signalFamily(Number(server.process.pid), "SIGKILL");
        await server.end("SIGKILL");
      },
      async startAgain() {
        server = await retried(start);
      },
      async stop() {
        await server.end("SIGINT");
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Repeats a start that failed: the shared memory of a killed server is freed shortly after its backends have exited. */
async function retried(start: () => Promise<ChildServer>): Promise<ChildServer> {
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await sleep(100);
    }
  }
}
