import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import type { TestStack } from "./stack.ts";

/** An additional process of a service of a running stack. */
export interface Replica {
  readonly url: string;
  /** Waits until it says that it is ready; false when that takes too long, or when it ended before. */
  ready(): Promise<boolean>;
  /** Ends it as an orchestrator would, and waits. @returns its exit status. */
  stop(): Promise<number | null>;
  /** Everything it printed. */
  printed(): string;
}

export interface ReplicaOptions {
  /** What differs from the environment of the process that runs already. */
  readonly variables?: Readonly<Record<string, string>>;
  /** A module to load before the program. */
  readonly preload?: string;
}

/** An address of this machine's own on which nobody else takes ports while a replica starts. */
const HOST = "127.0.0.9";

/** Replicas take their environment from /proc, which only Linux has. */
export const HAS_REPLICAS = process.platform === "linux";

/** Starts the program of the stack's process `name` once more, on a port of its own. */
export async function startReplica(stack: TestStack, name: string, { variables = {}, preload }: ReplicaOptions = {}): Promise<Replica> {
  const [command = "", entry = ""] = readList(`/proc/${await stack.pidOf(name)}/cmdline`);
  const env: Record<string, string> = { ...(await environmentOf(stack, name)), HOST, PORT: String(await freePort()), ...variables };
  const child = spawn(command, [...(preload ? ["--import", preload] : []), entry], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const url = `http://${env["HOST"]}:${env["PORT"]}`;
  return {
    url,
    async ready() {
      const path = name === "gateway" ? "/api/health" : "/readyz";
      const isReady = async () => (await fetch(url + path, { signal: AbortSignal.timeout(10_000) })).ok;
      const isOver = async () => child.exitCode !== null || (await isReady());
      return eventually(isOver, { limitMs: 120_000, everyMs: 100 }).then(
        () => child.exitCode === null,
        () => false,
      );
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await ended;
      }
      return child.exitCode;
    },
    printed: () => said,
  };
}

/** The environment that the stack gave to its process `name`. */
export async function environmentOf(stack: TestStack, name: string): Promise<Record<string, string>> {
  const pairs = readList(`/proc/${await stack.pidOf(name)}/environ`);
  return Object.fromEntries(pairs.map((pair) => splitAt(pair, pair.indexOf("="))));
}

function readList(file: string): string[] {
  return readFileSync(file, "utf8").split("\0").filter(Boolean);
}

function splitAt(pair: string, at: number): [string, string] {
  return [pair.slice(0, at), pair.slice(at + 1)];
}
