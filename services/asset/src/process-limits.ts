import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";

/** The priority of background work, in the units of `setPriority`. */
export const LOW_PRIORITY = 10;
const LOOK_EVERY_MS = 25;

/** This process and its child processes get a lower priority than processes that answer requests. */
export function takeLowPriority(): void {
  setPriority(LOW_PRIORITY);
  try {
    // Linux may divide time among sessions first (autogroup), and only then among the processes of each.
    if (ownsSession()) writeFileSync("/proc/self/autogroup", String(LOW_PRIORITY));
  } catch {
    // another system, or one with other scheduling
  }
}

/** A child process for background work gets a lower priority than this process; one of a process that has it already keeps it. */
export function lowerPriority({ pid }: ChildProcess): void {
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

const WATCH = `
  const { workerData } = require("node:worker_threads");
  const { endMs, memoryBytes, everyMs } = workerData;
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, "${TOO_LARGE}");
    if ((user + system) / 1000 > endMs[0]) process.kill(process.pid, "${OUT_OF_TIME}");
  }, everyMs);`;

/** Ends this process if it exceeds a limit. A separate thread checks, so that the limits apply while the main one is busy. */
export function boundProcess({ memoryBytes, processorMs }: ProcessBounds) {
  const endMs = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity);
  const watch = new Worker(WATCH, { eval: true, workerData: { endMs, memoryBytes, everyMs: LOOK_EVERY_MS } });
  const watching = once(watch, "online").then(() => watch.unref());
  return {
    /** Settles after the limits were checked. */
    watching,
    /** A piece of work begins: earlier usage doesn't count. */
    begin(): void {
      const { user, system } = process.cpuUsage();
      endMs[0] = (user + system) / 1000 + processorMs;
    },
    /** The work is done. */
    rest(): void {
      endMs[0] = Infinity;
    },
  };
}

/** How a child process ended: because of its own work (too slow, or another failure), or for another reason. */
export type ProcessEnd = "out of time" | "its work" | "something else";

/** @param hasStarted - one that ends by itself before that has not begun its work. */
export function endOf(signal: NodeJS.Signals | null, hasStarted: boolean): ProcessEnd {
  if (signal === OUT_OF_TIME) return "out of time";
  if (signal === null) return hasStarted ? "its work" : "something else";
  return FROM_OUTSIDE.has(signal) ? "something else" : "its work";
}
