import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { rmSync } from "node:fs";
import { Socket } from "node:net";

/** A server process that a test can stop, freeze or kill. */
export interface ChildServer {
  readonly process: ChildProcess;
  /** Stops the process, waits until it has exited, and removes its folder. May be called more than once. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

export interface ChildOptions extends SpawnOptions {
  /** The server's own folder, removed when it ends. */
  readonly folder?: string;
}

const READY_LIMIT_MS = 120_000;

/**
 * Starts a server and waits until it has printed `readyLine`.
 * @throws Error with all its output, if it exits first or has not printed the line after two minutes.
 */
export async function startChild(
  command: string,
  args: readonly string[],
  readyLine: string,
  { folder, ...options }: ChildOptions = {},
): Promise<ChildServer> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const dismissGuard = guard(child.pid, folder ?? "");
  const end = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill("SIGCONT");
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill("SIGKILL"), 30_000);
    await exited;
    clearTimeout(killTimer);
    dismissGuard();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await printed(child, readyLine, READY_LIMIT_MS);
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
  return { process: child, end };
}

const GUARD = 'cat >/dev/null; kill -CONT "$1"; kill -INT "$1"; sleep 1; kill -KILL "$1"; rm -rf "$2"';

/**
 * Stops the server and removes its folder if this process is killed: a shell process waits for the end of its input, which the kernel
 * closes in that case.
 */
function guard(pid: number | undefined, folder: string): () => void {
  if (pid === undefined) return () => undefined;
  const shell = spawn("sh", ["-c", GUARD, "guard", String(pid), folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.on("error", () => undefined);
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref(); // neither the shell nor its pipe keeps this process alive
  return () => {
    const isThere = shell.exitCode === null && shell.signalCode === null;
    if (shell.pid !== undefined && isThere) process.kill(-shell.pid, "SIGKILL");
  };
}

/** Resolves when the process prints `line`; all further output is read, so that its pipes never fill. */
function printed(child: ChildProcess, line: string, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = (why: string) => reject(new Error(`${child.spawnfile} ${why}:\n${output}`));
    const limit = setTimeout(() => fail(`was not ready after ${limitMs} ms`), limitMs);
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      if (!output.includes(line)) return;
      clearTimeout(limit);
      resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => (clearTimeout(limit), fail(`ended (${code ?? signal})`)));
  });
}
