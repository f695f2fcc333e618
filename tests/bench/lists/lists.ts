import { startCeiling, type Ceiling } from "../ceiling/ceiling.ts";
import { measureLatencies } from "../latency.ts";
import { headersAs, pidsOf, runSql, startSite } from "../site.ts";
import { namedBy, type Measurement, type Suite, type SuiteOptions } from "../suite.ts";
import { FILL_OTHERS } from "../requests/workloads.ts";
import { FILL_POSTS, LISTS, NEWEST } from "./workloads.ts";

export const lists: Suite = {
  name: "lists",
  shows: "filters and sorts of 100,000 records with drafts and references, beside the newest 25 by a minimal server",
  run: measureLists,
};

async function* measureLists(options: SuiteOptions): AsyncGenerator<Measurement> {
  const { stack, stop } = await startSite("bench.config.ts", { PROCESSES: options.processes });
  const { url, databaseUrl } = stack;
  let ceiling: Ceiling | null = null;
  try {
    await runSql(databaseUrl, [...FILL_OTHERS, ...FILL_POSTS]);
    const headers = await headersAs("admin", databaseUrl);
    ceiling = await startCeiling({ stack, statements: { newest: NEWEST } });
    const pids = pidsOf(stack);
    const bare = { url: ceiling.url, headers: { "x-workload": "newest" }, pids: ceiling.pids };
    for (const [name, query] of namedBy(options.workload, Object.entries(LISTS), ([name]) => name)) {
      const ours = { url: `${url}/api/post?count=false&${query}`, headers, pids };
      yield* measureLatencies(name, { ceiling: bare, Colophon: ours }, options);
    }
  } finally {
    ceiling?.stop();
    await stop();
  }
}
