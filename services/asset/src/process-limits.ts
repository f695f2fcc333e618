import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";

/** The priority of work that nobody waits for in a request, as `setPriority` counts. */
export const LOW_PRIORITY = 10;
const LOOK_EVERY_MS = 25;

/** This process and its child processes get a lower priority than processes that answer requests. */
export function takeLowPriority(): void {
  setPriority(LOW_PRIORITY);
  try {
    // Linux may share time out among sessions first (autogroup), and among the processes of each only then.
    if (ownsSession()) writeFileSync("/proc/self/autogroup", String(LOW_PRIORITY));
  } catch {
    // another system, or one that shares time out otherwise
  }
}

/** Whether nobody but this process and its children is in its session. */
function ownsSession(): boolean {
  const [, , , session] = readFileSync("/proc/self/stat", "latin1").split(") ").at(-1)?.split(" ") ?? [];
  return Number(session) === process.pid; // after the name in brackets: state, parent, group, session
}

/** What ends a process that has passed a bound of its own; nobody else sends these. */
const TOO_LARGE = "SIGUSR2";
const OUT_OF_TIME = "SIGVTALRM";
/** What ends a process that has done nothing wrong: a stop of the service, an operator, a machine that is short of memory. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGKILL"]);

export interface ProcessBounds {
  readonly memoryBytes: number;
  /** Processor time of one piece of work, of all threads together: what a busy machine gives to others doesn't count. */
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

/** Ends this process when it passes a bound. A thread of its own looks, so that the bounds hold while the main one is busy. */
export function boundProcess({ memoryBytes, processorMs }: ProcessBounds) {
  const endMs = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity);
  const watch = new Worker(WATCH, { eval: true, workerData: { endMs, memoryBytes, everyMs: LOOK_EVERY_MS } });
  const watching = once(watch, "online").then(() => watch.unref());
  return {
    /** Settles when the bounds are looked at. */
    watching,
    /** A piece of work begins: what was used before is not its own. */
    begin(): void {
      const { user, system } = process.cpuUsage();
      endMs[0] = (user + system) / 1000 + processorMs;
    },
    /** It is done. */
    rest(): void {
      endMs[0] = Infinity;
    },
  };
}

/** How a child process came to its end: by its own work, which took too long or did something else to it, or by something else. */
export type ProcessEnd = "out of time" | "its work" | "something else";

/** @param hasStarted - one that ends by itself before has not begun its work. */
export function endOf(signal: NodeJS.Signals | null, hasStarted: boolean): ProcessEnd {
  if (signal === OUT_OF_TIME) return "out of time";
  if (signal === null) return hasStarted ? "its work" : "something else";
  return FROM_OUTSIDE.has(signal) ? "something else" : "its work";
}
