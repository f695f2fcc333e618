import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresBinaries } from "@colophon/scripts/stack/postgres-binaries.ts";
import { serverOwner } from "@colophon/scripts/stack/postgres-owner.ts";
import { startChild } from "./child-server.ts";
import { freePort } from "./free-port.ts";
import type { TestPostgres } from "./postgres.ts";

const FAST_FLAGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
const FLAGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "shared_buffers=64MB",
  "max_wal_size=256MB",
];

/** An embedded PostgreSQL in a folder of its own under the system's temporary folder. */
export async function startPostgresServer({ durable }: { durable: boolean }): Promise<TestPostgres> {
  const user = serverOwner();
  const bin = join(postgresBinaries(user.uid), "bin");
  const data = mkdtempSync(join(tmpdir(), "colophon-pg-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  try {
    execFileSync(join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"], {
      ...user,
      stdio: "pipe",
    });
    const port = await freePort();
    const flags = durable ? FLAGS : [...FLAGS, ...FAST_FLAGS];
    const args = ["-D", data, "-p", String(port), ...flags.flatMap((flag) => ["-c", flag])];
    const server = await startChild(join(bin, "postgres"), args, "ready to accept connections", { ...user, folder: data });
    const stop = () => server.end("SIGINT");
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pid: server.process.pid ?? null, stop };
  } catch (error) {
    rmSync(data, { recursive: true, force: true });
    throw error;
  }
}
