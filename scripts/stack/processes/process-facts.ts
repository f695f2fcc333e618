import { readFileSync, readlinkSync } from "node:fs";

/** Whether a process with this number exists. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, in the kernel's ticks since boot; tells two processes with one number apart. Null where it can't be told. */
export function startedAt(pid: number): string | null {
  return statFields(pid)?.[19] ?? null;
}

/** CPU time a process has used so far, in milliseconds (user and system). Null when it is gone. */
export function cpuMs(pid: number): number | null {
  const fields = statFields(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : null;
}

/** The folder a process works in; null where it can't be told. */
export function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** The fields of /proc/<pid>/stat after the command's name, which may hold blanks; so the state is field 0. */
function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
