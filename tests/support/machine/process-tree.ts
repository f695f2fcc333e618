import { readFileSync } from "node:fs";

const MS_PER_TICK = 10;

/** A process and its memory: PSS, in which a page that several processes share counts in parts. */
export interface ProcessMemory {
  readonly pid: number;
  /** The command and its arguments. */
  readonly command: readonly string[];
  readonly pssBytes: number;
}

/** The memory of a process and of all that it has started. Linux only. */
export function memoryOf(pid: number): readonly ProcessMemory[] {
  return [pid, ...descendantsOf(pid)].map((descendant) => ({
    pid: descendant,
    command: commandOf(descendant),
    pssBytes: pssOf(descendant),
  }));
}

/** The processor time of a process and of all that it has started so far, also those that have ended. Linux only. */
export function processorMsOf(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, descendant) => sum + ticksOf(descendant) * MS_PER_TICK, 0);
}

/** Of a process and of its children that have ended: the fields `utime`, `stime`, `cutime` and `cstime` of the kernel. */
function ticksOf(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the command before them can contain spaces
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

/** All processes that a process and its children have started. */
export function descendantsOf(pid: number): readonly number[] {
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function commandOf(pid: number): readonly string[] {
  return textOf(`/proc/${pid}/cmdline`).split("\0").filter(Boolean);
}

function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;
}

/** Empty if the process has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
