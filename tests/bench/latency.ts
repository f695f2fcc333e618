/** Response times, for one client and for many. */
export interface Asked {
  readonly url: string;
  readonly headers: Record<string, string>;
}

const MANY_CLIENTS = 20;

/** Prints a line for each of them. */
export async function printFigures(all: Readonly<Record<string, Asked>>, seconds: number): Promise<void> {
  for (const clients of [1, MANY_CLIENTS])
    for (const [who, asked] of Object.entries(all))
      console.log(`  ${who.padEnd(5)} ${String(clients).padStart(2)} clients  ${await measured(asked, clients, seconds)}`);
}

async function measured({ url, headers }: Asked, clients: number, seconds: number): Promise<string> {
  const times: number[] = [];
  let failed = 0;
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
  const at = (part: number) => `${(sorted[Math.ceil(part * sorted.length) - 1] ?? 0).toFixed(1)} ms`;
  return `p50 ${at(0.5)}  p95 ${at(0.95)}  ${(times.length / took).toFixed(1)}/s${failed > 0 ? `  FAILED: ${failed}` : ""}`;
}
