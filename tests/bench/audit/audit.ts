import { eventually } from "../../support/eventually.ts";
import { measure, measureIdle, type Measured } from "../measure.ts";
import { measurementsOf } from "../measurements.ts";
import { loadOf, startArticles, type ArticleSite } from "../requests/articles.ts";
import { WORKLOADS, type Workload } from "../requests/workloads.ts";
import { pidsOf, runSql } from "../site.ts";
import { namedBy, type Measurement, type Suite, type SuiteOptions } from "../suite.ts";

const CONFIGS = { with: "bench.config.ts", without: "audit/without-audit.config.ts" } as const;
type Name = keyof typeof CONFIGS;
/** Of two sites that are the same, the one that starts first needs a few percent more: each is first once. */
const ORDERS: readonly (readonly Name[])[] = [
  ["with", "without"],
  ["without", "with"],
];
/** Requests per second to each site. */
const RATE = 500;
const GOAL_RATIO = 1.15;
const UNSEALED = "select from cms.audit a where not exists (select from cms.audit_seals s where s.seq = a.seq) limit 1";

interface IdleSite extends ArticleSite {
  /** Without requests, in µs a second, by process. */
  readonly idle: Readonly<Record<string, number>>;
}
/** One write on both sites at the same time. */
type Round = { readonly workload: string } & Readonly<Record<Name, Measured>>;

/**
 * Two sites are measured at the same time and with the same rate, so that other work of the machine affects both alike. What the processes
 * need without requests is left out, and the sealing of the log is included.
 */
export const audit: Suite = {
  name: "audit",
  shows: "the processor time of writes with the audit log, beside a site without it",
  isExtra: true,
  run: measureAudit,
};

async function* measureAudit(options: SuiteOptions): AsyncGenerator<Measurement> {
  const rounds: Round[] = [];
  for (const order of ORDERS) rounds.push(...(await measureInOrder(order, options)));
  for (const { name } of writesOf(options)) {
    const own = rounds.filter(({ workload }) => workload === name);
    const measured = { "without the log": own.map((round) => round.without), "with the log": own.map((round) => round.with) };
    yield* measurementsOf(name, measured, { to: "without the log", ratios: ["cpuRatio"], goals: { cpuRatio: GOAL_RATIO } });
  }
}

function writesOf({ workload }: SuiteOptions): readonly Workload[] {
  const writes = WORKLOADS.filter(({ method }) => method !== "GET");
  return namedBy(workload, writes, ({ name }) => name);
}

async function measureInOrder(order: readonly Name[], options: SuiteOptions): Promise<Round[]> {
  const sites: (readonly [Name, ArticleSite])[] = [];
  try {
    for (const name of order) sites.push([name, await startArticles(CONFIGS[name], { PROCESSES: options.processes })]);
    const idle = await Promise.all(sites.map(async ([name, site]) => [name, await toIdle(site, options)] as const));
    const rounds: Round[] = [];
    for (const workload of writesOf(options))
      for (let round = 0; round < options.rounds; round += 1) {
        const measured = await Promise.all(idle.map(async ([name, site]) => [name, await measureWrite(workload, site, options)] as const));
        rounds.push({ workload: workload.name, ...(Object.fromEntries(measured) as Record<Name, Measured>) });
      }
    return rounds;
  } finally {
    await Promise.all(sites.map(([, site]) => site.stop()));
  }
}

async function toIdle(site: ArticleSite, { seconds }: SuiteOptions): Promise<IdleSite> {
  const isSealed = async () => (await runSql(site.stack.databaseUrl, [UNSEALED])).length === 0;
  await eventually(isSealed, { what: "all rows are sealed" });
  return { ...site, idle: await measureIdle(pidsOf(site.stack), seconds) };
}

async function measureWrite(workload: Workload, site: IdleSite, { seconds }: SuiteOptions): Promise<Measured> {
  const measured = await measure({ ...loadOf(workload, site), rate: RATE }, pidsOf(site.stack), seconds);
  const busy = Object.entries(measured.cpuMicros).map(([name, micros]) => [name, micros - (site.idle[name] ?? 0) / measured.perSecond]);
  return { ...measured, cpuMicros: Object.fromEntries(busy) };
}
