import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { usedBy, type Pids } from "./processor-time.ts";

/** The result of one measurement. */
export interface Measured {
  readonly perSecond: number;
  readonly times: Readonly<Partial<Record<"p50Ms" | "p95Ms" | "p99Ms", number>>>;
  readonly failed: number;
  /** Microseconds of processor time a request, by process. */
  readonly cpuMicros: Readonly<Record<string, number>>;
}

export interface Load {
  readonly url: string;
  /** Requested in turn. */
  readonly paths: readonly string[];
  readonly method: "GET" | "POST" | "PUT";
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  /** One for each path, instead of `body`. */
  readonly bodies?: readonly string[];
  /** Requests per second; as many as are answered by default. */
  readonly rate?: number;
}

export const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;

/** Runs a load after a warm-up, and measures the CPU time of each process and its children. */
export async function measure(load: Load, processes: Pids, seconds: number): Promise<Measured> {
  await warmUp(load);
  return measureWarm(load, processes, seconds);
}

export async function warmUp(load: Load, seconds = WARM_UP_SECONDS): Promise<void> {
  await fire(load, seconds);
}

/** Like `measure`, for a site that has answered this load already. */
export async function measureWarm(load: Load, processes: Pids, seconds: number): Promise<Measured> {
  const used = usedBy(processes);
  const { requests, latency, non2xx, errors } = await fire(load, seconds);
  return {
    perSecond: requests.average,
    times: { p50Ms: latency.p50, p99Ms: latency.p99 },
    failed: non2xx + errors,
    cpuMicros: used.microsOfOne(requests.total),
  };
}

function fire({ url, paths, method, headers, body: same, bodies = [], rate }: Load, seconds: number): Promise<autocannon.Result> {
  const requests = paths.map((path, at) => {
    const body = bodies[at] ?? same;
    return { path, method, headers, ...(body !== undefined && { body }) };
  });
  return autocannon({ url, requests, connections: CONNECTIONS, duration: seconds, ...(rate !== undefined && { overallRate: rate }) });
}

/** The CPU time in microseconds a second that the processes need without requests. */
export async function measureIdle(processes: Pids, seconds: number): Promise<Readonly<Record<string, number>>> {
  const used = usedBy(processes);
  await sleep(seconds * 1_000);
  return used.microsOfOne(seconds);
}

/** Measures each subject once in every round; in every second round in the opposite order. */
export async function inRounds<T>(
  subjects: Readonly<Record<string, () => Promise<T>>>,
  rounds: number,
): Promise<Readonly<Record<string, readonly T[]>>> {
  const results = new Map(Object.keys(subjects).map((name) => [name, [] as T[]]));
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(subjects);
    for (const [name, measureOne] of round % 2 === 0 ? order : order.toReversed()) results.get(name)?.push(await measureOne());
  }
  return Object.fromEntries(results);
}
