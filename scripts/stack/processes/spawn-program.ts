import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { eachLine } from "../output.ts";
import type { ProcessOwner } from "../postgres/owner.ts";

/** A process as data: what to execute, where, as whom, and how it says that it is ready. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly owner?: ProcessOwner;
  /** Open files that the process gets as its descriptors 3, 4, … */
  readonly passedFds?: readonly number[];
  /** What it prints when it can be used; without it, it counts as ready at once. */
  readonly readyLine?: string;
  readonly stopSignal?: NodeJS.Signals;
  /** Its output is shown only when it fails. */
  readonly quiet?: boolean;
}

/**
 * Starts a program in a session of its own: Ctrl-C in the terminal then reaches only the process that started it,
 * which stops the others in order.
 */
export function spawnProgram({ command, args, env, folder, owner, passedFds = [] }: Program): ChildProcess {
  return spawn(command, args, { ...owner, cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe", ...passedFds] });
}

/**
 * Runs a program to its end. Lines of its log are given to `onLogLine` as they come.
 * @param signal - tells the program to stop.
 * @throws Error with what else it printed, when its status is not 0.
 */
export function runOnce(
  program: Program,
  { onLogLine, signal }: { onLogLine?: (line: string) => void; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const child = spawnProgram(program);
  const printed: string[] = [];
  const take = (line: string): void => void (onLogLine && line.startsWith("{") ? onLogLine(line) : printed.push(line));
  for (const stream of [child.stdout, child.stderr]) eachLine(stream, take);
  const stop = (): void => void child.kill(program.stopSignal ?? "SIGTERM");
  signal?.addEventListener("abort", stop, { once: true });
  return new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status, killed) =>
      status === 0 ? resolve() : reject(new Error(printed.join("\n").trim() || `it ended with ${killed ?? status}`)),
    );
  }).finally(() => signal?.removeEventListener("abort", stop));
}
