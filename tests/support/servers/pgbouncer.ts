import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "./child-server.ts";
import { freePort } from "./free-port.ts";

/** A PgBouncer in transaction mode before one database. */
export interface TestPooler {
  readonly url: string;
  stop(): Promise<void>;
}

const COMMAND = "pgbouncer";

/** Why there is no PgBouncer here; null if there is one. */
export const WITHOUT_PGBOUNCER: string | null = spawnSync(COMMAND, ["--version"]).error
  ? "pgbouncer is not installed; Debian has the package pgbouncer"
  : null;

/** It finds the passwords of all users in PostgreSQL, as the owner of the database in `databaseUrl`. */
export async function startPgbouncer(databaseUrl: string, { poolSize = 8 } = {}): Promise<TestPooler> {
  const server = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "colophon-pgbouncer-"));
  chmodSync(folder, 0o755); // it doesn't run as root
  const users = join(folder, "users.txt");
  const owner = decodeURIComponent(server.username);
  writeFileSync(users, `"${owner}" "${decodeURIComponent(server.password)}"\n`);
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port} auth_user=${owner}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  );
  const args = [...(process.getuid?.() === 0 ? ["--user", "nobody"] : []), settings];
  const child = await startChild(COMMAND, args, "process up", { folder });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, stop: () => child.end() };
}
