import { modesOf, SUBJECTS, VARIABLES, type Mode } from "../answer-cache.ts";
import { inRounds, measureWarm, warmUp, type Load, type Measured } from "../measure.ts";
import { measurementsOf } from "../measurements.ts";
import type { Pids } from "../processor-time.ts";
import { keepChanging, loadOf, startArticles, type ArticleSite } from "../requests/articles.ts";
import { CONTAINS, WORKLOADS, type Workload } from "../requests/workloads.ts";
import { pidsOf } from "../site.ts";
import { namedBy, type Suite, type SuiteOptions } from "../suite.ts";
import { startKeystone, type Peer } from "./keystone.ts";

export const peers: Suite = {
  name: "peers",
  shows: "the same requests to Colophon and to Keystone, which is installed from the package registry, on one server",
  isExtra: true,
  async *run(options) {
    const sites = new Map<Mode, ArticleSite>();
    let peer: Peer | null = null;
    try {
      for (const mode of modesOf(options))
        sites.set(mode, await startArticles("bench.config.ts", { ...VARIABLES[mode], PROCESSES: options.processes }));
      const [first] = [...sites.values()] as [ArticleSite];
      peer = await startKeystone(first.stack.databaseUrl);
      const pids = { ...peer.pids, ...pidsOf(first.stack, ["postgres"]) };
      for (const workload of namedBy(options.workload, [...WORKLOADS, CONTAINS], ({ name }) => name)) {
        for (const site of [...sites.values(), peer]) await site.fillTo(workload.articles);
        const load = peer.loadOf(workload.name);
        if (load)
          yield* measurementsOf(workload.name, await compared(workload, sites, { name: peer.name, load, pids }, options), {
            to: peer.name,
          });
      }
    } finally {
      peer?.stop();
      await Promise.all([...sites.values()].map((site) => site.stop()));
    }
  },
};

/** V8 compiles a server's code during its first thousands of requests: slow servers need longer for them. */
const WARM_UP_SECONDS = 8;

interface Other {
  readonly name: string;
  readonly load: Load;
  readonly pids: Pids;
}

async function compared(
  workload: Workload,
  sites: ReadonlyMap<Mode, ArticleSite>,
  other: Other,
  { seconds, rounds, processes }: SuiteOptions,
): Promise<Readonly<Record<string, readonly Measured[]>>> {
  const all = [
    other,
    ...[...sites].map(([mode, site]) => ({ name: nameOf(mode, processes), load: loadOf(workload, site), pids: pidsOf(site.stack) })),
  ];
  for (const { load } of all) await warmUp(load, WARM_UP_SECONDS);
  const subjects = Object.fromEntries(all.map(({ name, load, pids }) => [name, () => measureWarm(load, pids, seconds)]));
  const changing = workload.method === "GET" && sites.has("on") ? keepChanging([...sites.values()]) : null;
  return inRounds(subjects, rounds).finally(() => clearInterval(changing ?? undefined));
}

function nameOf(mode: Mode, processes: SuiteOptions["processes"]): string {
  return SUBJECTS[mode] + (processes === "one" ? ", one process" : "");
}
