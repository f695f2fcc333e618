import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { eachLine } from "../output.ts";

/** The user of a process; empty if it is the current user. */
export interface ProcessOwner {
  readonly uid?: number;
  readonly gid?: number;
}

/** A program to start: command, folder, user, and how it reports that it is ready. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly owner?: ProcessOwner;
  /** Open files that the process gets as file descriptors 3, 4, … */
  readonly passedFds?: readonly number[];
  /** The line that it prints when it is ready; without it, it counts as ready at once. */
  readonly readyLine?: string;
  readonly stopSignal?: NodeJS.Signals;
  /** How long it may take to stop, before SIGKILL; 15 s by default. */
  readonly stopLimitMs?: number;
  /** Whether it has a channel for messages. */
  readonly hasChannel?: boolean;
  /** Whether it answers pings on its channel while its event loop runs. */
  readonly answersPings?: boolean;
  /** Its output is shown only if it fails. */
  readonly quiet?: boolean;
}

/**
 * Starts a program in its own session: Ctrl-C in the terminal then reaches only the parent process,
 * which stops the others in order.
 */
export function spawnProgram(program: Program): ChildProcess {
  const { command, args, env, folder, owner, passedFds = [], answersPings = false, hasChannel = answersPings } = program;
  const stdio = ["ignore" as const, "pipe" as const, "pipe" as const, ...passedFds, ...(hasChannel ? ["ipc" as const] : [])];
  return spawn(command, args, { ...owner, cwd: folder, env, detached: true, stdio });
}

/**
 * Runs a program until it exits. `onLogLine` gets the lines of its log as they arrive.
 * @param signal - tells the program to stop.
 * @throws Error with its other output, if its status is not 0.
 */
export function runOnce(
  program: Program,
  { onLogLine, signal }: { onLogLine?: (line: string) => void; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const child = spawnProgram(program);
  const printed: string[] = [];
  const onLine = (line: string): void => void (onLogLine && line.startsWith("{") ? onLogLine(line) : printed.push(line));
  for (const stream of [child.stdout, child.stderr]) eachLine(stream, onLine);
  const stop = (): void => void child.kill(program.stopSignal ?? "SIGTERM");
  signal?.addEventListener("abort", stop, { once: true });
  return new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status, killed) =>
      status === 0 ? resolve() : reject(new Error(printed.join("\n").trim() || `it ended with ${killed ?? status}`)),
    );
  }).finally(() => signal?.removeEventListener("abort", stop));
}
