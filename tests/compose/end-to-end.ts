import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { createServer as createHttpServer } from "node:http";
import { join } from "node:path";
import { keepFirstRows } from "../support/first-rows.ts";
import { freePort } from "../support/free-port.ts";
import type { Taken } from "../support/stack-keeper.ts";
import type { Docker } from "./docker.ts";

const ROOT = join(import.meta.dirname, "../..");
const SUITE = join(ROOT, "tests/e2e");

/** The address to which the composed stack sends mail, for the test that is listening. */
export interface MailWay {
  /** The port on every address of this machine. */
  readonly port: number;
  /** Where a test listens, on 127.0.0.1. */
  readonly testPort: number;
  close(): void;
}

/** Passes mail from the containers' network on to a test, which listens to this machine alone. */
export async function openMailWay(): Promise<MailWay> {
  const testPort = await freePort();
  const server = createServer((socket) => {
    const onward = connect(testPort, "127.0.0.1");
    for (const side of [socket, onward]) side.on("error", () => (socket.destroy(), onward.destroy()));
    socket.pipe(onward).pipe(socket);
  });
  return { port: await listening(server, "0.0.0.0"), testPort, close: () => server.close() };
}

/**
 * Runs the end-to-end suite against the composed stack, one file after the other, each on the rows of a first start. Files
 * that start a stack with settings of their own are left out by name.
 * @throws when a test fails.
 */
export async function runSuite(docker: Docker, url: string, { testPort }: MailWay): Promise<void> {
  const files = readdirSync(SUITE).filter((file) => file.endsWith(".test.ts"));
  const suited = files.filter((file) => readFileSync(join(SUITE, file), "utf8").includes("= useSite();"));
  console.log(`\n    left out, as they need a stack of their own: ${files.filter((file) => !suited.includes(file)).join(", ")}`);
  const databaseUrl = await databaseOf(docker);
  const keeper = await startKeeper({ number: 0, url, databaseUrl, redisUrl: "", smtpPort: testPort }, docker);
  try {
    await jest(
      suited.map((file) => join(SUITE, file)),
      keeper.url,
    );
  } finally {
    await keeper.stop();
  }
}

async function databaseOf({ compose }: Docker): Promise<string> {
  const address = (await compose("port", "postgres", "5432")).trim();
  const password = (await compose("exec", "--no-TTY", "postgres", "cat", "/secrets/own/database-password")).trim();
  return `postgres://colophon:${password}@${address}/colophon`;
}

/** Answers like the keeper of stacks, always with the same stack, in its initial state. */
async function startKeeper(taken: Taken, { compose }: Docker) {
  const rows = await keepFirstRows(taken.databaseUrl);
  const answer = async (method: string | undefined) => {
    if (method === "POST") return rows.restore().then(() => taken);
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

function jest(files: readonly string[], keeper: string): Promise<void> {
  const env = {
    ...process.env,
    NODE_ENV: "test",
    TEST_STACK_KEEPER: keeper,
  };
  const child = spawn(process.execPath, [join(ROOT, "node_modules/jest/bin/jest.js"), "--runInBand", "--runTestsByPath", ...files], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) =>
      status === 0 ? resolve() : reject(new Error("The end-to-end suite fails against the composed stack")),
    );
  });
}

function listening(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
}
