import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { saveFirstRows } from "../support/database/first-rows.ts";
import type { Forwarder } from "../support/servers/forwarder.ts";
import type { Lease, LeaseRequest } from "../support/stack/stack-pool.ts";
import type { Docker } from "./docker.ts";

const ROOT = join(import.meta.dirname, "../..");
const SUITE = join(ROOT, "tests/e2e");

/**
 * Runs the end-to-end suite against the Compose stack, one file at a time. The database is reset to its first rows before each file.
 * Files that start a stack with other settings are skipped; their names are printed.
 * @throws Error if a test fails
 */
export async function runSuite(docker: Docker, url: string, mails: Forwarder): Promise<void> {
  const files = readdirSync(SUITE).filter((file) => file.endsWith(".test.ts"));
  const suited = files.filter((file) => readFileSync(join(SUITE, file), "utf8").includes("= useSite();"));
  console.log(`\n    skipped, because they need a stack with other settings: ${files.filter((file) => !suited.includes(file)).join(", ")}`);
  const databaseUrl = await databaseOf(docker);
  const pool = await startPool({ number: 0, url, databaseUrl, redisUrl: "" }, mails, docker);
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
async function startPool(lease: Lease, mails: Forwarder, { compose }: Docker) {
  const rows = await saveFirstRows(lease.databaseUrl);
  const lend = async ({ smtpPort }: LeaseRequest): Promise<Lease> => {
    await rows.restore();
    mails.forwardTo(smtpPort);
    return lease;
  };
  const answer = async (request: IncomingMessage) => {
    if (request.method === "POST") return lend((await json(request)) as LeaseRequest);
    return request.method === "GET" ? compose("logs", "--no-color") : null;
  };
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) => response.writeHead(status, { connection: "close" }).end(JSON.stringify(body));
    void answer(request).then(
      (value) => send(200, value),
      (error: unknown) => send(500, String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => (server.close(), rows.close()) };
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
