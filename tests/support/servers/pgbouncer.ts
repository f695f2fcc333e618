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

/** With TEST_WITH=containers an image with PgBouncer is used, otherwise a program. */
const IMAGE = process.env["TEST_WITH"] === "containers" ? process.env["PGBOUNCER_IMAGE"] : undefined;
const PROGRAM = process.env["PGBOUNCER_PATH"] ?? "pgbouncer";
/** From version 1.21 on, PgBouncer keeps prepared statements in transaction mode. */
const KEEPS_PREPARED = [1, 21] as const;

const version = IMAGE
  ? spawnSync("docker", ["run", "--rm", IMAGE, "pgbouncer", "--version"], { encoding: "utf8" })
  : spawnSync(PROGRAM, ["--version"], { encoding: "utf8" });
const [major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(version.stdout)?.slice(1) ?? []).map(Number);
const keepsPrepared = major > KEEPS_PREPARED[0] || (major === KEEPS_PREPARED[0] && minor >= KEEPS_PREPARED[1]);

/** Why there is no PgBouncer here; null if there is one. */
export const WITHOUT_PGBOUNCER: string | null = version.stdout?.startsWith("PgBouncer")
  ? null
  : "pgbouncer is not installed; Debian has the package pgbouncer";

/** The values of DATABASE_POOLER that the PgBouncer here can serve. */
export const POOLER_MODES: readonly string[] = keepsPrepared ? ["transaction", "transaction-prepared"] : ["transaction"];

/** It finds the passwords of all users in PostgreSQL, as the owner of the database in `databaseUrl`. */
export async function startPgbouncer(databaseUrl: string, { poolSize = 8 } = {}): Promise<TestPooler> {
  const port = await freePort();
  const server = await startOn(port, new URL(databaseUrl), poolSize);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, ...server };
}

async function startOn(port: number, server: URL, poolSize: number): Promise<{ stop(): Promise<void> }> {
  const owner = decodeURIComponent(server.username);
  const users = `"${owner}" "${decodeURIComponent(server.password)}"\n`;
  const settingsWith = (usersFile: string): string => `[databases]
* = host=${server.hostname} port=${server.port} auth_user=${owner}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${usersFile}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
${keepsPrepared ? "max_prepared_statements = 100" : ""}
`;
  if (IMAGE) return (await import("./containers.ts")).startPgbouncerContainer(IMAGE, { settingsWith, users });
  const folder = mkdtempSync(join(tmpdir(), "colophon-pgbouncer-"));
  chmodSync(folder, 0o755); // it doesn't run as root
  const [usersFile, settingsFile] = [join(folder, "users.txt"), join(folder, "pgbouncer.ini")];
  writeFileSync(usersFile, users);
  writeFileSync(settingsFile, settingsWith(usersFile));
  const args = [...(process.getuid?.() === 0 ? ["--user", "nobody"] : []), settingsFile];
  const child = await startChild(PROGRAM, args, "process up", { folder });
  return { stop: () => child.end() };
}
