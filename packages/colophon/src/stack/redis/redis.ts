import { accessSync, constants, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { programFile } from "@colophon/runtime/program-files";
import { freePort } from "../processes/free-port.ts";
import type { Program } from "../processes/spawn-program.ts";

/** A Redis of this machine: its start command and its address. */
export interface RedisProgram extends Program {
  readonly url: string;
  /** False for the pure-JavaScript replacement: complete enough, but slow. */
  readonly native: boolean;
}

/** Prepares `redis-server` or `valkey-server` if one is on the PATH, else the pure-JavaScript server. It stores nothing on disk. */
export async function prepareRedis(dataFolder: string, path: string = process.env["PATH"] ?? ""): Promise<RedisProgram> {
  const folder = join(dataFolder, "redis");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const server = redisServer(path);
  return {
    name: "redis",
    ...(server
      ? { command: server, args: nativeArgs(port) }
      : { command: process.execPath, args: [programFile(import.meta, "scripted-redis"), String(port)] }),
    env: { PATH: path, TZ: "UTC" },
    folder,
    readyLine: "Ready to accept connections",
    stopSignal: "SIGTERM",
    quiet: true,
    url: `redis://127.0.0.1:${port}/0`,
    native: server !== null,
  };
}

function nativeArgs(port: number): string[] {
  const memoryOnly = ["--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"];
  return ["--port", String(port), "--bind", "127.0.0.1", "--databases", "256", "--daemonize", "no", ...memoryOnly];
}

/** The Redis that is installed on this machine, or null. */
export function redisServer(path: string): string | null {
  return onPath("redis-server", path) ?? onPath("valkey-server", path);
}

/** The full path of a command, or null. */
function onPath(command: string, path: string): string | null {
  const files = path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, command));
  return files.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
