import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/** The priority of work that nobody waits for in a request, as `setPriority` counts. */
export const LOW_PRIORITY = 10;

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
