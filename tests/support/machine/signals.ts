import { execFileSync, spawn } from "node:child_process";

/** Frozen processes continue after this time, even if the test process has exited. */
const LONGEST_FREEZE_SECONDS = 60;

/** Sends a signal to a process and all its descendants. */
export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  for (const member of familyOf(pid)) sendSignal(member, signal);
}

/** Suspends a process and its descendants; their connections stay open. @returns a function that resumes them */
export function freezeProcesses(pid: number): () => void {
  const family = familyOf(pid);
  for (const member of family) sendSignal(member, "SIGSTOP");
  const script = `sleep ${LONGEST_FREEZE_SECONDS}; kill -CONT ${family.join(" ")}`;
  const resumeTimer = spawn("sh", ["-c", script], { detached: true, stdio: "ignore" });
  resumeTimer.unref();
  return () => {
    for (const member of family) sendSignal(member, "SIGCONT");
    if (resumeTimer.pid !== undefined) sendSignal(-resumeTimer.pid, "SIGKILL");
  };
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // the process has exited since `ps` ran
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
