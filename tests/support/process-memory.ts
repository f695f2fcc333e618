import { readFileSync } from "node:fs";

/** A process and its memory: PSS, in which a page that several processes share counts in parts. */
export interface ProcessMemory {
  readonly pid: number;
  /** The command and its arguments. */
  readonly command: readonly string[];
  readonly pssBytes: number;
}

/** The memory of a process and of all that it has started. Linux only. */
export function memoryOf(pid: number): readonly ProcessMemory[] {
  return [pid, ...descendantsOf(pid)].map((one) => ({ pid: one, command: commandOf(one), pssBytes: pssOf(one) }));
}

/** All processes that a process and its children have started. */
function descendantsOf(pid: number): readonly number[] {
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
