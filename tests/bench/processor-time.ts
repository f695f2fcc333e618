import { processorMsOf } from "../support/machine/process-tree.ts";

/** Process ids by name. */
export type Pids = Readonly<Record<string, number>>;

/** Starts to count the processor time of processes and of all that they start. */
export function usedBy(processes: Pids): { microsOfOne(parts: number): Record<string, number> } {
  const begins = Object.entries(processes).map(([name, pid]) => ({ name, pid, beforeMs: processorMsOf(pid) }));
  return {
    /** The microseconds since the start, divided by this number of requests, events or seconds. */
    microsOfOne(parts) {
      return Object.fromEntries(begins.map(({ name, pid, beforeMs }) => [name, ((processorMsOf(pid) - beforeMs) * 1_000) / parts]));
    },
  };
}
