import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";

const NICENESS = 10;

/** This process, and those that it will start, leave the processors to whoever answers requests. */
export function takeLowPriority(): void {
  setPriority(NICENESS);
  // Linux may share time out among sessions first (autogroup), and among the processes of each only then.
  if (ownsSession()) tryWrite("/proc/self/autogroup", String(NICENESS));
}

/** Whether nobody but this process and its children is in its session. */
function ownsSession(): boolean {
  const fields = tryRead("/proc/self/stat").split(") ").at(-1)?.split(" ") ?? [];
  return Number(fields[3]) === process.pid; // after the name in brackets: state, parent, group, session
}

function tryRead(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function tryWrite(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    // another system, or one that shares time out otherwise
  }
}
