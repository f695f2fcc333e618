import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { HIGH_RATE_LIMITS } from "./high-rate-limits.ts";
import { COMPILE_CACHE, NODE_ENVIRONMENT } from "../machine/node-environment.ts";

/** The address that becomes the first admin of every test stack. */
export const ADMIN = "admin@example.com";

/** For tests that stop, freeze, kill or replace a single service: each has a process of its own. */
export const SEPARATE = { PROCESSES: "separate" } as const;
/** As by default: one process has all services. */
export const TOGETHER = { PROCESSES: "one" } as const;

/** PostgreSQL's time limits for tests that are not about them: long enough for a busy machine. */
export const PATIENT = {
  DATABASE_CONNECT_MS: "60000",
  DATABASE_STATEMENT_MS: "60000",
  DATABASE_ANONYMOUS_STATEMENT_MS: "60000",
  DATABASE_LOCK_MS: "60000",
} as const;

/** The name of the process with all services. */
const ALL_SERVICES = "services";

/** Where the services of a stack run. */
export type Processes = typeof SEPARATE | typeof TOGETHER;

/** The addresses and processes of a stack, as its runner prints them. */
export interface RunningStack {
  readonly url: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

/** The processes of one stack, under a runner. */
export interface StackProcess {
  /** Resolves when the stack is healthy; rejects with all its output if it ends before that. */
  readonly running: Promise<RunningStack>;
  /** The current process id of this service's process, or of the process with this name; null while it is being restarted. */
  pidOf(name: string): Promise<number | null>;
  /** The output of all processes so far. */
  printed(): string;
  /** Stops the processes in order and removes their data folder. */
  stop(): Promise<void>;
}

/** A program that starts the product, and where Node keeps what it has compiled of it. */
export interface Runner {
  readonly file: string;
  readonly compileCache: string;
}

/** It starts the product from its sources, as `npm start` does. */
export const SOURCE_RUNNER: Runner = { file: join(import.meta.dirname, "run-stack.ts"), compileCache: COMPILE_CACHE };

/** Starts the product, with rate limits that tests don't reach. */
export function runStack(runner: Runner, configFile: string, variables: Readonly<Record<string, string>>): StackProcess {
  const dataFolder = mkdtempSync(join(tmpdir(), "colophon-e2e-"));
  const env = {
    ...NODE_ENVIRONMENT,
    NODE_COMPILE_CACHE: runner.compileCache,
    PORT: "0",
    HOST: "127.0.0.1",
    NODE_ENV: "test",
    LOG_LEVEL: "warn",
    CMS_CONFIG: configFile,
    CMS_DATA_DIR: dataFolder,
    CMS_ADMIN_EMAIL: ADMIN,
    ...HIGH_RATE_LIMITS,
    DATABASE_POOL_SIZE: variables["PROCESSES"] === "separate" ? "5" : "24",
    ...variables,
  };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", runner.file], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lines: string[] = [];
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return { running: untilRunning(child, lines), pidOf: (name) => pidOf(child, name), printed: () => lines.join("\n"), stop };
}

function untilRunning(runner: ChildProcess, lines: string[]): Promise<RunningStack> {
  const running = new Promise<RunningStack>((resolve, reject) => {
    for (const stream of [runner.stdout, runner.stderr])
      if (stream)
        createInterface({ input: stream }).on("line", (line) => {
          lines.push(line);
          if (line.startsWith("RUNNING ")) resolve(JSON.parse(line.slice(8)));
        });
    runner.once("close", () => reject(new Error(`The stack did not start:\n${lines.join("\n")}`)));
  });
  running.catch(() => undefined);
  return running;
}

type RunningProcesses = readonly { readonly name: string; readonly pid: number | null }[];

/** Asks the runner, because it restarts processes that exit. */
async function pidOf(runner: ChildProcess, name: string): Promise<number | null> {
  const answer = new Promise<RunningProcesses>((resolve) => runner.once("message", (message) => resolve(message as RunningProcesses)));
  runner.send("processes");
  const processes = await answer;
  const process = processes.find((candidate) => candidate.name === name) ?? processes.find((candidate) => candidate.name === ALL_SERVICES);
  return process?.pid ?? null;
}
