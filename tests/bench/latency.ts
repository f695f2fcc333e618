import { inRounds, type Measured } from "./measure.ts";
import { measurementsOf } from "./measurements.ts";
import { usedBy, type Pids } from "./processor-time.ts";
import type { Measurement, SuiteOptions } from "./suite.ts";

/** Reads of one address by clients that wait for each answer. */
export interface Asked {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly pids: Pids;
}

const NUMBERS_OF_CLIENTS = [1, 20];

/** Measures the answers for one client and for many. @param all - by subject, with `ceiling` */
export async function* measureLatencies(
  workload: string,
  all: Readonly<Record<string, Asked>>,
  { seconds, rounds }: SuiteOptions,
): AsyncGenerator<Measurement> {
  for (const clients of NUMBERS_OF_CLIENTS) {
    const named = (who: string) => `${who}, ${clients} client${clients === 1 ? "" : "s"}`;
    const subjects = Object.entries(all).map(([who, asked]) => [named(who), () => measured(asked, clients, seconds)] as const);
    yield* measurementsOf(workload, await inRounds(Object.fromEntries(subjects), rounds), { to: named("ceiling") });
  }
}

async function measured({ url, headers, pids }: Asked, clients: number, seconds: number): Promise<Measured> {
  const times: number[] = [];
  let failed = 0;
  const used = usedBy(pids);
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const ask = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      times.push(performance.now() - started);
      if (!answer.ok) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, ask));
  const took = (performance.now() - begin) / 1000; // the last answers may arrive after the end of the measurement
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
  return {
    perSecond: times.length / took,
    times: { p50Ms: at(0.5), p95Ms: at(0.95) },
    failed,
    cpuMicros: used.microsOfOne(times.length),
  };
}
