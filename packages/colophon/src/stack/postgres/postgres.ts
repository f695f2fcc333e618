import { chownSync, closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseOwner } from "@colophon/database";
import { freePort } from "../processes/free-port.ts";
import { keptSecret } from "../secrets.ts";
import { postgresBinaries, sharedTemporaryFolder } from "./binaries.ts";
import { ownPostgresFolder, stopOrphan } from "./owner.ts";
import { runOnce, type ProcessOwner, type Program } from "../processes/spawn-program.ts";
import { StartError } from "../settings.ts";

/** Settings of the embedded server: local connections with a password only; no parallel queries and no JIT compilation. */
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "timezone=UTC",
  "log_timezone=UTC",
  "jit=off",
  "max_connections=200",
];
/** The cluster's superuser, of whom no service knows. */
const SUPERUSER = "colophon";
const OWNER = "colophon_owner";

/** An embedded PostgreSQL: its start command and its address. */
export interface PostgresProgram extends Program {
  /** For the owner of the database, who is no superuser. */
  readonly url: string;
  /** For the superuser, who gives the database to its owner, also one that an earlier release created, when the server accepts connections. */
  readonly superuserUrl: string;
  readonly databaseOwner: DatabaseOwner;
}

/**
 * Prepares an embedded PostgreSQL with its data in `<dataFolder>/postgres`; creates the cluster at the first call.
 * Stops a server that an earlier start left running in the same folder.
 */
export async function preparePostgres(dataFolder: string): Promise<PostgresProgram> {
  const folder = join(dataFolder, "postgres");
  const owner = ownPostgresFolder(folder);
  const bin = join(postgresBinaries(owner.uid), "bin");
  const password = keptSecret(dataFolder, "postgres-password");
  const databaseOwner = { name: OWNER, password: keptSecret(dataFolder, "postgres-owner-password") };
  if (!existsSync(join(folder, "PG_VERSION"))) await initialise({ bin, folder, owner, password });
  requireVersion(folder);
  await stopOrphan(folder);
  const port = await freePort();
  const flags = [`port=${port}`, ...SETTINGS].flatMap((setting) => ["-c", setting]);
  const opened = openFolder(folder, owner);
  return {
    name: "postgres",
    command: join(bin, "postgres"),
    args: ["-D", opened.path, ...flags],
    ...launch(folder, owner, opened),
    readyLine: "database system is ready to accept connections",
    stopSignal: "SIGINT",
    quiet: true,
    url: addressOf(databaseOwner, port),
    superuserUrl: addressOf({ name: SUPERUSER, password }, port),
    databaseOwner,
  };
}

function addressOf({ name, password }: DatabaseOwner, port: number): string {
  return `postgresql://${name}:${password}@127.0.0.1:${port}/postgres`;
}

/** The path of the folder for the server, and the open folder that is passed to it for that. */
interface OpenFolder {
  readonly path: string;
  readonly fd: number | null;
}

/**
 * Another user may not be allowed to enter the parent folders. Then the open folder is passed as file descriptor 3, and its
 * path is the kernel's link to that descriptor, which needs no permission on the parent folders.
 */
function openFolder(folder: string, owner: ProcessOwner): OpenFolder {
  if (owner.uid === undefined || process.platform !== "linux") return { path: folder, fd: null };
  return { path: "/proc/self/fd/3", fd: openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY) };
}

function launch(folder: string, owner: ProcessOwner, { fd }: OpenFolder): Pick<Program, "env" | "folder" | "owner" | "passedFds"> {
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return { env, folder, owner, passedFds: fd === null ? [] : [fd] };
}

interface Cluster {
  readonly bin: string;
  readonly folder: string;
  readonly owner: ProcessOwner;
  readonly password: string;
}

async function initialise({ bin, folder, owner, password }: Cluster): Promise<void> {
  const draft = mkdtempSync(join(sharedTemporaryFolder(), "colophon-password-"));
  const passwordFile = join(draft, "password");
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) for (const path of [draft, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  if (process.platform === "linux") locale.push("--lc-ctype=C.UTF-8"); // so that the search's trigrams recognise letters beyond ASCII
  const opened = openFolder(folder, owner);
  const args = ["-D", opened.path, "-U", SUPERUSER, "--auth=scram-sha-256", `--pwfile=${passwordFile}`, ...locale];
  try {
    await runOnce({ name: "initdb", command: join(bin, "initdb"), args, ...launch(folder, owner, opened) });
  } catch (error) {
    throw new StartError(`The embedded PostgreSQL could not create its data folder ${folder}: ${(error as Error).message}`);
  } finally {
    if (opened.fd !== null) closeSync(opened.fd);
    rmSync(draft, { recursive: true, force: true });
  }
}

function requireVersion(folder: string): void {
  const found = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (found !== "17")
    throw new StartError(
      `${folder} was created by PostgreSQL ${found}, but the embedded version is 17. Dump and restore it, or set DATABASE_URL to another server.`,
    );
}
