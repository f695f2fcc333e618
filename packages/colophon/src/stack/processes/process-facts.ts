import { readFileSync, readlinkSync } from "node:fs";

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The start time of a process, in the kernel's ticks since boot; distinguishes processes with the same id. Null if unknown. */
export function startedAt(pid: number): string | null {
  return statFields(pid)?.[19] ?? null;
}

/** CPU time of a process so far, in milliseconds (user and system). Null if it does not exist. */
export function cpuMs(pid: number): number | null {
  const fields = statFields(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : null;
}

/** The working directory of a process; null if unknown. */
export function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** The fields of /proc/<pid>/stat after the command's name, which can contain spaces; so field 0 is the state. */
function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
