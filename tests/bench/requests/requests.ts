import { modesOf, SUBJECTS, VARIABLES, type Mode } from "../answer-cache.ts";
import { requireSameAnswer, startCeiling, type Ceiling } from "../ceiling/ceiling.ts";
import { inRounds, measureWarm, warmUp, type Load, type Measured } from "../measure.ts";
import { measurementsOf } from "../measurements.ts";
import type { Pids } from "../processor-time.ts";
import { pidsOf } from "../site.ts";
import { namedBy, type Measurement, type Suite, type SuiteOptions } from "../suite.ts";
import { keepChanging, loadOf, startArticles, type ArticleSite } from "./articles.ts";
import { WORKLOADS, type Workload } from "./workloads.ts";

export const requests: Suite = {
  name: "requests",
  shows: "lists, reads by id and writes, beside a minimal server with the same answers (the ceiling)",
  run: measureRequests,
};

async function* measureRequests(options: SuiteOptions): AsyncGenerator<Measurement> {
  const { processes, workload: text } = options;
  const sites = new Map<Mode, ArticleSite>();
  let ceiling: Ceiling | null = null;
  try {
    for (const mode of modesOf(options))
      sites.set(mode, await startArticles("bench.config.ts", { ...VARIABLES[mode], PROCESSES: processes }));
    const [first] = [...sites.values()] as [ArticleSite];
    const statements = Object.fromEntries(WORKLOADS.map(({ name, sql }) => [name, sql]));
    ceiling = await startCeiling({ stack: first.stack, statements, hasProxy: true });
    for (const workload of namedBy(text, WORKLOADS, ({ name }) => name)) {
      for (const site of sites.values()) await site.fillTo(workload.articles);
      yield* measurementsOf(workload.name, await compared(workload, { sites, ceiling, options }), { to: "ceiling" });
    }
  } finally {
    ceiling?.stop();
    await Promise.all([...sites.values()].map((site) => site.stop()));
  }
}

interface Compared {
  readonly sites: ReadonlyMap<Mode, ArticleSite>;
  readonly ceiling: Ceiling;
  readonly options: SuiteOptions;
}

async function compared(workload: Workload, { sites, ceiling, options }: Compared): Promise<Readonly<Record<string, readonly Measured[]>>> {
  const { seconds, rounds, answerCache } = options;
  const subjects: Record<string, () => Promise<Measured>> = {};
  const add = async (name: string, load: Load, pids: Pids) => {
    await warmUp(load);
    subjects[name] = () => measureWarm(load, pids, seconds);
  };
  for (const [mode, site] of sites) {
    const ours = loadOf(workload, site);
    const bare = { ...ours, url: ceiling.url, headers: { "content-type": "application/json", "x-workload": workload.name } };
    if (!subjects["ceiling"]) {
      if (workload.method === "GET") await requireSameAnswer(firstOf(ours), firstOf(bare));
      await add("ceiling", bare, ceiling.pids);
    }
    await add(SUBJECTS[mode] + (options.processes === "one" ? ", one process" : ""), ours, pidsOf(site.stack));
  }
  const changing = workload.method === "GET" && answerCache !== "off" ? keepChanging([...sites.values()]) : null;
  return inRounds(subjects, rounds).finally(() => clearInterval(changing ?? undefined));
}

function firstOf({ url, paths, headers }: Load) {
  return { url: url + paths[0], headers };
}
