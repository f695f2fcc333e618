import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
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
 * Runs a program to its end.
 * @throws Error with what it printed, when its status is not 0.
 */
export function runOnce(program: Program): Promise<void> {
  const child = spawnProgram(program);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status, signal) =>
      status === 0 ? resolve() : reject(new Error(printed.trim() || `it ended with ${signal ?? status}`)),
    );
  });
}
