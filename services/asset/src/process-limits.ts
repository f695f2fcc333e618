import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";

/** The priority of work that nobody waits for in a request, as `setPriority` counts. */
export const LOW_PRIORITY = 10;
const LOOK_EVERY_MS = 25;

/** This process, and those that it will start, leave the processors to whoever answers requests. */
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

/** Ends this process when it grows larger. A thread of its own looks, so that the bound holds while the main one is busy. */
export function boundMemory(bytes: number): void {
  const watch = `setInterval(() => process.memoryUsage.rss() > ${bytes} && process.kill(process.pid, "SIGKILL"), ${LOOK_EVERY_MS})`;
  new Worker(watch, { eval: true }).unref();
}
