/** What an option of the configuration costs a write, next to the same site without it. */
import { measure, measureIdle, type Measured } from "./measure.ts";
import { measurementsOf } from "./measurements.ts";
import { loadOf, startArticles, type ArticleSite } from "./requests/articles.ts";
import { WORKLOADS, type Workload } from "./requests/workloads.ts";
import { pidsOf } from "./site.ts";
import { namedBy, type Measurement, type SuiteOptions } from "./suite.ts";

export interface Option {
  /** As in "with the log". */
  readonly name: string;
  /** Files of this folder. */
  readonly configs: Readonly<Record<Side, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  /** Before the time without requests is measured. */
  begin?(site: ArticleSite): Promise<void>;
  end?(site: ArticleSite): Promise<void>;
}
type Side = "with" | "without";

/** Of two sites that are the same, the one that starts first needs a few percent more: each is first once. */
const ORDERS: readonly (readonly Side[])[] = [
  ["with", "without"],
  ["without", "with"],
];
/** Requests per second to each site: fewer than both manage, since a site that is behind shares its costs among other numbers of requests. */
const RATE = 200;
const GOAL_RATIO = 1.15;

interface IdleSite extends ArticleSite {
  /** Without requests, in µs a second, by process. */
  readonly idle: Readonly<Record<string, number>>;
}
/** One write on both sites at the same time. */
type Round = { readonly workload: string } & Readonly<Record<Side, Measured>>;

/**
 * Two sites are measured at the same time and with the same rate, so that other work of the machine affects both alike. What the processes
 * need without requests is left out.
 */
export async function* measureOption(option: Option, options: SuiteOptions): AsyncGenerator<Measurement> {
  const rounds: Round[] = [];
  for (const order of ORDERS) rounds.push(...(await measureInOrder(order, option, options)));
  const [without, having] = [`without ${option.name}`, `with ${option.name}`];
  for (const { name } of writesOf(options)) {
    const own = rounds.filter(({ workload }) => workload === name);
    const measured = { [without]: own.map((round) => round.without), [having]: own.map((round) => round.with) };
    yield* measurementsOf(name, measured, { to: without, ratios: ["cpuRatio"], goals: { cpuRatio: GOAL_RATIO } });
  }
}

function writesOf({ workload }: SuiteOptions): readonly Workload[] {
  const writes = WORKLOADS.filter(({ method }) => method !== "GET");
  return namedBy(workload, writes, ({ name }) => name);
}

async function measureInOrder(order: readonly Side[], option: Option, options: SuiteOptions): Promise<Round[]> {
  const sites: (readonly [Side, ArticleSite])[] = [];
  try {
    for (const side of order)
      sites.push([side, await startArticles(option.configs[side], { PROCESSES: options.processes, ...option.variables })]);
    const idle = await Promise.all(sites.map(async ([side, site]) => [side, await toIdle(site, option, options)] as const));
    const rounds: Round[] = [];
    for (const workload of writesOf(options))
      for (let round = 0; round < options.rounds; round += 1) {
        const measured = await Promise.all(idle.map(async ([side, site]) => [side, await measureWrite(workload, site, options)] as const));
        rounds.push({ workload: workload.name, ...(Object.fromEntries(measured) as Record<Side, Measured>) });
      }
    return rounds;
  } finally {
    for (const [, site] of sites) await option.end?.(site);
    await Promise.all(sites.map(([, site]) => site.stop()));
  }
}

async function toIdle(site: ArticleSite, option: Option, { seconds }: SuiteOptions): Promise<IdleSite> {
  await option.begin?.(site);
  return { ...site, idle: await measureIdle(pidsOf(site.stack), seconds) };
}

async function measureWrite(workload: Workload, site: IdleSite, { seconds }: SuiteOptions): Promise<Measured> {
  const measured = await measure({ ...loadOf(workload, site), rate: RATE }, pidsOf(site.stack), seconds);
  const busy = Object.entries(measured.cpuMicros).map(([name, micros]) => [name, micros - (site.idle[name] ?? 0) / measured.perSecond]);
  return { ...measured, cpuMicros: Object.fromEntries(busy) };
}
