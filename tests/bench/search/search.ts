import type { Stack } from "colophon/stack/stack.ts";
import { requireSameAnswer, startCeiling, type Ceiling } from "../ceiling/ceiling.ts";
import { measureLatencies } from "../latency.ts";
import { headersAs, pidsOf, runSql, startSite } from "../site.ts";
import { namedBy, type Measurement, type Suite, type SuiteOptions } from "../suite.ts";
import { FILL_STORIES, fullScan, TEXTS } from "./workloads.ts";

export const search: Suite = {
  name: "search",
  shows: "searches of 100,000 records, beside the same statements without indexes by a minimal server",
  run: measureSearch,
};

const FULL_SCAN = "-c enable_indexscan=off -c enable_bitmapscan=off -c max_parallel_workers_per_gather=0 -c timezone=UTC";

async function* measureSearch(options: SuiteOptions): AsyncGenerator<Measurement> {
  const { stack, stop } = await startSite("bench.config.ts", { PROCESSES: options.processes });
  const { url, databaseUrl } = stack;
  let ceiling: Ceiling | null = null;
  try {
    await runSql(databaseUrl, FILL_STORIES);
    const headers = await headersAs("admin", databaseUrl);
    ceiling = await startFullScan(stack);
    const pids = pidsOf(stack, ["gateway", "search", "services", "postgres", "redis"]);
    for (const [kind, text] of namedBy(options.workload, Object.entries(TEXTS), ([kind]) => kind)) {
      const ours = { url: `${url}/api/search?q=${encodeURIComponent(text)}`, headers, pids };
      const bare = { url: ceiling.url, headers: { "x-workload": kind }, pids: ceiling.pids };
      await requireSameAnswer(ours, bare);
      yield* measureLatencies(kind, { ceiling: bare, Colophon: ours }, options);
    }
  } finally {
    ceiling?.stop();
    await stop();
  }
}

function startFullScan(stack: Stack) {
  const statements = Object.fromEntries(Object.entries(TEXTS).map(([kind, text]) => [kind, fullScan(text)]));
  return startCeiling({ stack, statements, settings: FULL_SCAN });
}
