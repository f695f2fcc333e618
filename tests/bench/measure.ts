import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuMs } from "colophon/stack/processes/process-facts.ts";
import autocannon from "autocannon";

/** The result of a run. CPU is in microseconds per request, by name of the process. */
export interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly failed: number;
  readonly cpuMicros: Readonly<Record<string, number>>;
}

export interface Load {
  readonly url: string;
  /** Requested in turn. */
  readonly paths: readonly string[];
  readonly method: "GET" | "POST" | "PUT";
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  /** Requests per second; as many as are answered by default. */
  readonly rate?: number;
}

export const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;

/** Runs a load after a warm-up, and measures the CPU time of each process and its children. */
export async function measure(load: Load, processes: Readonly<Record<string, number>>, seconds: number): Promise<Measured> {
  await fire(load, WARM_UP_SECONDS);
  const before = usedBy(processes);
  const result = await fire(load, seconds);
  const after = usedBy(processes);
  const requests = result.requests.total;
  const cpuMicros = Object.fromEntries(
    Object.keys(processes).map((name) => [name, Math.round((((after[name] ?? 0) - (before[name] ?? 0)) * 1000) / requests)]),
  );
  return { perSecond: Math.round(result.requests.average), p99Ms: result.latency.p99, failed: result.non2xx + result.errors, cpuMicros };
}

function fire({ url, paths, method, headers, body, rate }: Load, seconds: number): Promise<autocannon.Result> {
  const requests = paths.map((path) => ({ path, method, headers, ...(body !== undefined && { body }) }));
  return autocannon({ url, requests, connections: CONNECTIONS, duration: seconds, ...(rate !== undefined && { overallRate: rate }) });
}

/** The CPU time in microseconds a second that the processes need without requests. */
export async function measureIdle(processes: Readonly<Record<string, number>>, seconds: number): Promise<Readonly<Record<string, number>>> {
  const before = usedBy(processes);
  await sleep(seconds * 1_000);
  const after = usedBy(processes);
  return Object.fromEntries(Object.keys(processes).map((name) => [name, (((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / seconds]));
}

/** The CPU time in milliseconds of each process and its children since their start. */
export function usedBy(processes: Readonly<Record<string, number>>): Record<string, number> {
  const parents = parentsByPid();
  return Object.fromEntries(
    Object.entries(processes).map(([name, pid]) => [name, familyOf(pid, parents).reduce((sum, one) => sum + (cpuMs(one) ?? 0), 0)]),
  );
}

function familyOf(pid: number, parents: ReadonlyMap<number, number>): number[] {
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return [pid, ...children];
}

function parentsByPid(): Map<number, number> {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return new Map(pids.map((pid) => [pid, parentOf(pid)]));
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}
