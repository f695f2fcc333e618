import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../eventually.ts";

/** The reason for skipping tests that limit memory; it is shown in their names. */
export const WITHOUT_MEMORY_LIMIT = "skipped: only root on Linux may limit the memory of processes together";

/** The folders and files of the kernel's control groups, in the older and in the newer version of their interface. */
const OLDER = {
  folder: "/sys/fs/cgroup/memory",
  limits: ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"], // of memory; of memory and swap
  swapBytes: (limitBytes: number) => limitBytes,
  kills: "memory.oom_control",
};
const NEWER = {
  folder: "/sys/fs/cgroup",
  limits: ["memory.max", "memory.swap.max"],
  swapBytes: () => 0,
  kills: "memory.events",
};
const GROUPS = existsSync(OLDER.folder) ? OLDER : NEWER;

/** Whether this process may limit the memory of others. */
export const HAS_MEMORY_LIMIT = await mayLimit();

/** A limit for the memory of several processes together: if they need more, the kernel kills one of them. */
export interface MemoryLimit {
  /** Runs the command after it, and all that this starts, within the limit. */
  readonly launcher: readonly string[];
  /** The number of processes that the kernel has killed. */
  kills(): number;
  /** Waits until all processes have ended. */
  remove(): Promise<void>;
}

/** Creates a control group with this limit. Files count only as long as the kernel keeps them in memory for a process of the group. */
export function limitMemory(limitBytes: number): MemoryLimit {
  const folder = join(GROUPS.folder, `colophon-${process.pid}-${limitBytes}`);
  mkdirSync(folder, { recursive: true });
  const [memory = "", swap = ""] = GROUPS.limits.map((file) => join(folder, file));
  writeFileSync(memory, String(limitBytes));
  if (existsSync(swap)) writeFileSync(swap, String(GROUPS.swapBytes(limitBytes)));
  return {
    launcher: ["/bin/sh", "-c", `echo $$ >${folder}/cgroup.procs && exec "$@"`, "sh"],
    kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(folder, GROUPS.kills), "utf8"))?.[1]),
    async remove() {
      await eventually(() => rmdirSync(folder) === undefined, { what: `no process is left in ${folder}` });
    },
  };
}

/** Tries it with a process that needs more than it may have: a limit that is stored but not enforced is none. */
async function mayLimit(): Promise<boolean> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    const limit = limitMemory(4 * 1024 * 1024);
    const [command, ...args] = [...limit.launcher, process.execPath, "--eval", "Buffer.alloc(1e8, 1)"];
    spawnSync(command, args);
    const isEnforced = limit.kills() > 0;
    await limit.remove();
    return isEnforced;
  } catch {
    return false;
  }
}
