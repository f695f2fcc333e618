import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";

/** The priority of processes that decode files, in the units of `setPriority`. */
const LOW_PRIORITY = 10;
const SESSIONS_EVERY_MS = 100;
const LOOK_EVERY_MS = 25;

/** This process, which decodes files, gets a lower priority than those that answer requests or take jobs. */
export function takeLowPriority(): void {
  setPriority(LOW_PRIORITY);
  lowerSession();
}

/** Linux may divide time among sessions first (autogroup), and only then among the processes of each. */
function lowerSession(): void {
  try {
    if (ownsSession()) writeFileSync("/proc/self/autogroup", String(LOW_PRIORITY));
  } catch (error) {
    // only one session may be changed at a time; other errors: another system, or one with other scheduling
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") setTimeout(lowerSession, SESSIONS_EVERY_MS).unref();
  }
}

/** The part of a child's options that differs between kinds of work. */
export type ChildOptions = Pick<ForkOptions, "serialization"> & { readonly env?: NodeJS.ProcessEnv };

/**
 * Starts a program that decodes files: without secrets of this process, with a lower priority, and with the code that Node has compiled. It
 * has a session of its own, because `takeLowPriority` changes the session's priority too.
 */
export function startChild(program: string, args: readonly number[], { env, serialization }: ChildOptions = {}): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(program, args.map(String), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { PATH, NODE_ENV: "production", ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    detached: true,
    ...(serialization && { serialization }),
  });
  lowerPriority(child);
  return child;
}

/** From its start on, before it does so itself. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // it has ended
  }
}

/** Whether only this process and its children are in its session. */
function ownsSession(): boolean {
  const [, , , session] = readFileSync("/proc/self/stat", "latin1").split(") ").at(-1)?.split(" ") ?? [];
  return Number(session) === process.pid; // after the name in parentheses: state, parent, group, session
}

/** Signals that end a process beyond its limits; nothing else sends these. */
const TOO_LARGE = "SIGUSR2";
const OUT_OF_TIME = "SIGVTALRM";
/** Signals that end a process without its fault: a stop of the service, an operator, low memory. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGKILL"]);

export interface ProcessBounds {
  readonly memoryBytes: number;
  /** Processor time of one piece of work, of all threads together: time that a busy machine gives to others doesn't count. */
  readonly processorMs: number;
}

/** Shared with the thread that checks; `endMs` is the processor time of this process at which it ends. */
interface Limits {
  readonly endMs: Float64Array;
  readonly memoryBytes: number;
  readonly tooLarge: string;
  readonly outOfTime: string;
}

/** Ends this process if it exceeds a limit. The thread gets the text of this function, so it uses nothing outside. */
function check({ endMs: [endMs = Infinity], memoryBytes, tooLarge, outOfTime }: Limits): void {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, tooLarge);
  if ((user + system) / 1000 > endMs) process.kill(process.pid, outOfTime);
}

const WATCH = `
  const { workerData } = require("node:worker_threads");
  const check = ${check.toString()};
  setInterval(check, ${LOOK_EVERY_MS}, workerData);`;

/** Limits this process. The main thread checks while it waits for other threads, such as those of libvips; see `watchWhileBusy`. */
export function boundProcess({ memoryBytes, processorMs }: ProcessBounds) {
  const endMs = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity);
  const limits: Limits = { endMs, memoryBytes, tooLarge: TOO_LARGE, outOfTime: OUT_OF_TIME };
  let checking: NodeJS.Timeout | undefined;
  let watching: Promise<unknown> | undefined;
  return {
    /** A piece of work begins: earlier usage doesn't count. */
    begin(): void {
      const { user, system } = process.cpuUsage();
      endMs[0] = (user + system) / 1000 + processorMs;
      checking = setInterval(check, LOOK_EVERY_MS, limits);
    },

    /** The work is done. A process that it has made too large ends now, not with the next piece. */
    rest(): void {
      check(limits);
      endMs[0] = Infinity;
      clearInterval(checking);
    },

    /** From now on a thread checks, for work that keeps the main one busy. It takes 30 ms of processor time. Resolves when it checks. */
    async watchWhileBusy(): Promise<void> {
      watching ??= startWatch(limits);
      await watching;
    },
  };
}

async function startWatch(limits: Limits): Promise<void> {
  const watch = new Worker(WATCH, { eval: true, workerData: limits });
  await once(watch, "online");
  watch.unref();
}

/** How a child process ended: because of its own work (too slow, or another failure), or for another reason. */
export type ProcessEnd = "out of time" | "its work" | "something else";

/** @param hasStarted - one that ends by itself before that has not begun its work. */
export function endOf(signal: NodeJS.Signals | null, hasStarted: boolean): ProcessEnd {
  if (signal === OUT_OF_TIME) return "out of time";
  if (signal === null) return hasStarted ? "its work" : "something else";
  return FROM_OUTSIDE.has(signal) ? "something else" : "its work";
}
