import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { createServer as createHttpServer } from "node:http";
import { join } from "node:path";
import { saveFirstRows } from "../support/database/first-rows.ts";
import { freePort } from "../support/servers/free-port.ts";
import type { Lease } from "../support/stack/stack-pool.ts";
import type { Docker } from "./docker.ts";

const ROOT = join(import.meta.dirname, "../..");
const SUITE = join(ROOT, "tests/e2e");

/** A TCP proxy that forwards the mail of the Compose stack to the current test. */
export interface MailProxy {
  /** The port of the proxy, on all addresses of this machine. */
  readonly port: number;
  /** The port on 127.0.0.1 on which the test listens. */
  readonly testPort: number;
  close(): void;
}

/** Starts the proxy: containers can't reach a test directly, because it listens on the loopback address only. */
export async function startMailProxy(): Promise<MailProxy> {
  const testPort = await freePort();
  const server = createServer((socket) => {
    const upstream = connect(testPort, "127.0.0.1");
    for (const side of [socket, upstream]) side.on("error", () => (socket.destroy(), upstream.destroy()));
    socket.pipe(upstream).pipe(socket);
  });
  return { port: await listening(server, "0.0.0.0"), testPort, close: () => server.close() };
}

/**
 * Runs the end-to-end suite against the Compose stack, one file at a time. The database is reset to its first rows before each file.
 * Files that start a stack with other settings are skipped; their names are printed.
 * @throws Error if a test fails
 */
export async function runSuite(docker: Docker, url: string, { testPort }: MailProxy): Promise<void> {
  const files = readdirSync(SUITE).filter((file) => file.endsWith(".test.ts"));
  const suited = files.filter((file) => readFileSync(join(SUITE, file), "utf8").includes("= useSite();"));
  console.log(`\n    skipped, because they need a stack with other settings: ${files.filter((file) => !suited.includes(file)).join(", ")}`);
  const databaseUrl = await databaseOf(docker);
  const pool = await startPool({ number: 0, url, databaseUrl, redisUrl: "", smtpPort: testPort }, docker);
  try {
    await jest(
      suited.map((file) => join(SUITE, file)),
      pool.url,
    );
  } finally {
    await pool.stop();
  }
}

async function databaseOf({ compose }: Docker): Promise<string> {
  const address = (await compose("port", "postgres", "5432")).trim();
  const password = (await compose("exec", "--no-TTY", "postgres", "cat", "/secrets/own/database-password")).trim();
  return `postgres://colophon:${password}@${address}/colophon`;
}

/** Starts a server with the HTTP interface of the stack pool. It always lends the Compose stack, with the database reset to its first rows. */
async function startPool(lease: Lease, { compose }: Docker) {
  const rows = await saveFirstRows(lease.databaseUrl);
  const answer = async (method: string | undefined) => {
    if (method === "POST") return rows.restore().then(() => lease);
    return method === "GET" ? compose("logs", "--no-color") : null;
  };
  const server = createHttpServer((request, response) => {
    const send = (status: number, body: unknown) => response.writeHead(status, { connection: "close" }).end(JSON.stringify(body));
    void answer(request.method).then(
      (value) => send(200, value),
      (error: unknown) => send(500, String(error)),
    );
  });
  const port = await listening(server, "127.0.0.1");
  return { url: `http://127.0.0.1:${port}`, stop: () => (server.close(), rows.close()) };
}

function jest(files: readonly string[], poolUrl: string): Promise<void> {
  const env = {
    ...process.env,
    NODE_ENV: "test",
    TEST_STACK_POOL: poolUrl,
  };
  const child = spawn(process.execPath, [join(ROOT, "node_modules/jest/bin/jest.js"), "--runInBand", "--runTestsByPath", ...files], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) =>
      status === 0 ? resolve() : reject(new Error("The end-to-end suite failed against the Compose stack")),
    );
  });
}

function listening(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
}
