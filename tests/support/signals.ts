import { execFileSync, spawn } from "node:child_process";

/** Nothing stays frozen longer than this, also when the test that froze it has died. */
const LONGEST_FREEZE_SECONDS = 60;

/** Sends a signal to a process and to every process that descends from it. */
export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  for (const one of familyOf(pid)) tell(one, signal);
}

/** Freezes a process and its descendants, with every connection open. @returns a function that continues them. */
export function freezeProcesses(pid: number): () => void {
  const family = familyOf(pid);
  for (const one of family) tell(one, "SIGSTOP");
  const script = `sleep ${LONGEST_FREEZE_SECONDS}; kill -CONT ${family.join(" ")}`;
  const thawAnyway = spawn("sh", ["-c", script], { detached: true, stdio: "ignore" });
  thawAnyway.unref();
  return () => {
    for (const one of family) tell(one, "SIGCONT");
    if (thawAnyway.pid !== undefined) tell(-thawAnyway.pid, "SIGKILL");
  };
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // ended between the look-up and the signal
  }
}

/** A process and its descendants, parents first. */
function familyOf(pid: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = table.trim().split("\n");
  const family = [pid];
  for (const member of family) {
    for (const row of rows) {
      const [child, parent] = row.trim().split(/\s+/).map(Number);
      if (parent === member && child !== undefined) family.push(child);
    }
  }
  return family;
}
