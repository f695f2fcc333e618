import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createClient } from "./client.ts";
import type { Client } from "./client.ts";
import { createContract } from "./contract.ts";
import { startPostgres } from "./postgres.ts";
import type { TestPostgres } from "./postgres.ts";
import { startRedis } from "./redis.ts";
import type { TestRedis } from "./redis.ts";
import { startSmtp } from "./smtp.ts";
import type { TestSmtp } from "./smtp.ts";

/** The address that becomes the first admin of every test stack. */
export const ADMIN = "admin@example.com";

/** The real product on a database of its own, reached as its users reach it. */
export interface TestStack {
  readonly url: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly smtp: TestSmtp;
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
  /** A caller without credentials. */
  readonly visitor: Client;
  /** The admin, signed in. */
  readonly admin: Client;
  /** Makes a user of this role and signs them in; the same user at the second call. */
  signInAs(role: string): Promise<Client>;
  /** Signs a known user in by the mailed code. */
  signIn(email: string): Promise<Client>;
  /** The number that a process of this name has now; null between two of its lives. */
  pidOf(name: string): Promise<number | null>;
  /** Everything that the processes have printed so far. */
  printed(): string;
  stop(): Promise<void>;
}

export interface TestStackOptions {
  readonly configFile: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Servers to use instead of new ones, for tests that harm them; they end with the stack. */
  readonly postgres?: TestPostgres;
  readonly redis?: TestRedis;
}

/** Starts the product through the same code as `npm start`, with limits on requests far out of the way. */
export async function startTestStack({ configFile, variables = {}, ...given }: TestStackOptions): Promise<TestStack> {
  const [postgres, redis, smtp] = await Promise.all([given.postgres ?? startPostgres(), given.redis ?? startRedis(), startSmtp()]);
  const dataFolder = mkdtempSync(join(tmpdir(), "colophon-e2e-"));
  const { child, running, printed, ended } = runStack({
    PATH: process.env["PATH"] ?? "",
    PORT: "0",
    HOST: "127.0.0.1",
    NODE_ENV: "test",
    LOG_LEVEL: "warn",
    CMS_CONFIG: configFile,
    CMS_DATA_DIR: dataFolder,
    CMS_ADMIN_EMAIL: ADMIN,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SMTP_URL: smtp.url,
    RATE_LIMIT_PER_MINUTE: "1000000",
    RATE_LIMIT_AUTH_PER_MINUTE: "1000000",
    DATABASE_POOL_SIZE: "4",
    ...variables,
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await Promise.allSettled([postgres.stop(), redis.stop(), smtp.stop()]);
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    const where = await running;
    const visitor = createClient(where.url, {}, await createContract(configFile));
    const signIn = (email: string) => signInByMail(visitor, smtp, email);
    const admin = await signIn(ADMIN);
    return { ...where, smtp, visitor, admin, signIn, signInAs: signInAsRole(admin, signIn), pidOf: pidOf(child), printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Where {
  readonly url: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

function runStack(env: Record<string, string>): { child: ChildProcess; running: Promise<Where>; ended: Promise<void>; printed(): string } {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "run-stack.ts")], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const lines: string[] = [];
  const running = new Promise<Where>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on("line", (line) => {
          lines.push(line);
          if (line.startsWith("RUNNING ")) resolve(JSON.parse(line.slice(8)));
        });
    child.once("close", () => reject(new Error(`The stack did not start:\n${lines.join("\n")}`)));
  });
  running.catch(() => undefined);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return { child, running, ended, printed: () => lines.join("\n") };
}

type Processes = readonly { readonly name: string; readonly pid: number | null }[];

/** The runner knows: it starts a process that died again. */
function pidOf(runner: ChildProcess): (name: string) => Promise<number | null> {
  return async (name) => {
    const answer = new Promise<Processes>((resolve) => runner.once("message", (message) => resolve(message as Processes)));
    runner.send("processes");
    return (await answer).find((process) => process.name === name)?.pid ?? null;
  };
}

function signInAsRole(admin: Client, signIn: (email: string) => Promise<Client>): (role: string) => Promise<Client> {
  const known = new Map<string, Promise<Client>>();
  const make = async (role: string) => {
    const email = `${role}@example.com`;
    const made = await admin.post("/api/_user", { email, name: role, role });
    if (made.status !== 201) throw new Error(`No user ${email}: ${made.text}`);
    return signIn(email);
  };
  return (role) => {
    const client = known.get(role) ?? make(role);
    known.set(role, client);
    return client;
  };
}

/** The two steps of a sign-in, with the code read from the mail as a person would. */
async function signInByMail(visitor: Client, smtp: TestSmtp, email: string): Promise<Client> {
  const requested = await visitor.post("/api/auth/request", { email });
  const code = await mailedCode(smtp, email);
  const made = await visitor.post("/api/auth/create", { authRequestId: requested.data.authRequestId, code });
  if (made.status !== 200) throw new Error(`No sign-in for ${email}: ${made.text}`);
  const cookie = /cms_session=[^;]+/.exec(made.headers.get("set-cookie") ?? "")?.[0];
  return visitor.with({ cookie: String(cookie) });
}

/** The code in the newest mail to this address that was not read before; waits for it at most 15 s. */
export async function mailedCode(smtp: TestSmtp, email: string): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const mail = smtp.mails.findLast(({ to, raw }) => to.includes(email) && !READ.has(raw));
    if (mail) {
      READ.add(mail.raw);
      return String(/\b\d{6}\b/.exec(mail.parsed.text ?? "")?.[0]);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${email} in 15 s`);
}

const READ = new Set<string>();
