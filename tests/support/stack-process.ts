import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { HIGH_RATE_LIMITS } from "./high-rate-limits.ts";
import { NODE_ENVIRONMENT } from "./node-environment.ts";

/** The address that becomes the first admin of every test stack. */
export const ADMIN = "admin@example.com";

/** The addresses of a stack, as its runner prints them. */
export interface Where {
  readonly url: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

/** The processes of one stack, under a runner. */
export interface StackProcess {
  /** Settles when it is healthy. @throws with everything it printed when it ends before. */
  readonly running: Promise<Where>;
  /** The current id of the process with this name; null during a restart. */
  pidOf(name: string): Promise<number | null>;
  /** Everything that the processes have printed so far. */
  printed(): string;
  /** Ends them in order and removes their data folder. */
  stop(): Promise<void>;
}

/** Starts the product through the same code as `npm start`, with limits on requests far out of the way. */
export function runStack(configFile: string, variables: Readonly<Record<string, string>>): StackProcess {
  const dataFolder = mkdtempSync(join(tmpdir(), "colophon-e2e-"));
  const env = {
    ...NODE_ENVIRONMENT,
    PORT: "0",
    HOST: "127.0.0.1",
    NODE_ENV: "test",
    LOG_LEVEL: "warn",
    CMS_CONFIG: configFile,
    CMS_DATA_DIR: dataFolder,
    CMS_ADMIN_EMAIL: ADMIN,
    ...HIGH_RATE_LIMITS,
    DATABASE_POOL_SIZE: "4",
    ...variables,
  };
  const runner = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "run-stack.ts")], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = new Promise<void>((resolve) => runner.once("close", () => resolve()));
  const lines: string[] = [];
  const stop = async () => {
    runner.kill("SIGTERM");
    await ended;
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return { running: whereOf(runner, lines), pidOf: (name) => pidOf(runner, name), printed: () => lines.join("\n"), stop };
}

function whereOf(runner: ChildProcess, lines: string[]): Promise<Where> {
  const running = new Promise<Where>((resolve, reject) => {
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

type Processes = readonly { readonly name: string; readonly pid: number | null }[];

/** The runner restarts processes that end. */
async function pidOf(runner: ChildProcess, name: string): Promise<number | null> {
  const answer = new Promise<Processes>((resolve) => runner.once("message", (message) => resolve(message as Processes)));
  runner.send("processes");
  return (await answer).find((process) => process.name === name)?.pid ?? null;
}
