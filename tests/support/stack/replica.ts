import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { eventually } from "../eventually.ts";
import { freePort } from "../servers/free-port.ts";
import type { TestStack } from "./stack.ts";

/** An additional process of a service of a running stack. */
export interface Replica {
  readonly url: string;
  readonly pid: number;
  /** Waits until the replica is ready. @returns false if it exited, or was not ready within two minutes */
  ready(): Promise<boolean>;
  /** Sends SIGTERM and waits until the process has exited. @returns its exit status */
  stop(): Promise<number | null>;
  /** Kills the process, and waits until it has exited. */
  kill(): Promise<void>;
  /** The output of the process so far. */
  printed(): string;
}

export interface ReplicaOptions {
  /** Variables that replace or extend the environment of the stack's process. */
  readonly variables?: Readonly<Record<string, string>>;
  /** A module to load before the program. */
  readonly preload?: string;
}

/** A loopback address that no other process uses, so that the port stays free until the replica listens. */
const HOST = "127.0.0.9";

/** Replicas copy their environment from /proc, which exists only on Linux. */
export const HAS_REPLICAS = process.platform === "linux";

/** Starts another process with the program and environment of the stack's process `name`, on another port. */
export async function startReplica(stack: TestStack, name: string, { variables = {}, preload }: ReplicaOptions = {}): Promise<Replica> {
  const [command = "", entry = ""] = readList(`/proc/${await stack.pidOf(name)}/cmdline`);
  const env: Record<string, string> = { ...(await environmentOf(stack, name)), HOST, PORT: String(await freePort()), ...variables };
  const child = spawn(command, [...(preload ? ["--import", preload] : []), entry], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://${env["HOST"]}:${env["PORT"]}`;
  return {
    url,
    pid: child.pid ?? 0,
    async ready() {
      const path = name === "gateway" ? "/api/health" : "/readyz";
      const isReady = async () => (await fetch(url + path, { signal: AbortSignal.timeout(10_000) })).ok;
      const isReadyOrExited = async () => child.exitCode !== null || (await isReady());
      return eventually(isReadyOrExited, { everyMs: 100 }).then(
        () => child.exitCode === null,
        () => false,
      );
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await ended;
      }
      return child.exitCode;
    },
    printed: () => output,
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
