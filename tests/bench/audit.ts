import type { Stack } from "colophon/stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { measure, measureIdle } from "./measure.ts";
import { makeKey, runSql, someIds, startSite } from "./site.ts";
import { FILL_OTHERS, fillArticles, WORKLOADS, type Workload } from "./workloads.ts";

const CONFIGS = { with: "bench.config.ts", without: "without-audit.config.ts" } as const;
type Name = keyof typeof CONFIGS;
/** Of two sites that are the same, the one that starts first needs a few percent more: each is first once. */
const ORDERS: readonly (readonly Name[])[] = [
  ["with", "without"],
  ["without", "with"],
];
/** In each order. */
const ROUNDS = 3;
const ARTICLES = 10_000;
/** Requests per second to each site. */
const RATE = 500;
const GOAL_PERCENT = 15;

/** CPU time by process. */
type Times = Readonly<Record<string, number>>;
interface Site {
  readonly name: Name;
  readonly stack: Stack;
  stop(): Promise<void>;
}
interface FilledSite extends Site {
  readonly key: string;
  readonly ids: readonly string[];
  /** Without requests, in µs a second. */
  readonly idle: Times;
}
/** One write on both sites at the same time. */
interface Round {
  readonly workload: string;
  readonly with: Times;
  readonly without: Times;
}

const WRITES = WORKLOADS.filter(({ method }) => method !== "GET");

/**
 * Prints the CPU time of writes with the audit log, its sealing included, and without it, of two sites. They are measured at the same time and
 * with the same rate, so that other work of the machine affects both alike. What the processes need without requests is left out.
 */
export async function benchAudit(seconds: number): Promise<void> {
  const rounds: Round[] = [];
  for (const order of ORDERS) rounds.push(...(await measureInOrder(order, seconds)));
  console.log(`${ROUNDS} rounds of ${seconds} s in each order, ${RATE} requests a second; at most ${GOAL_PERCENT} % more is the goal`);
  for (const { name } of WRITES)
    print(
      name,
      rounds.filter(({ workload }) => workload === name),
    );
}

async function measureInOrder(order: readonly Name[], seconds: number): Promise<Round[]> {
  const sites: Site[] = [];
  try {
    for (const name of order) sites.push({ ...(await startSite(CONFIGS[name])), name });
    const filled = await Promise.all(sites.map((site) => fill(site, seconds)));
    const rounds: Round[] = [];
    for (const workload of WRITES)
      for (let round = 0; round < ROUNDS; round += 1) {
        const times = await Promise.all(filled.map(async (site) => [site.name, await measureWrite(workload, site, seconds)]));
        rounds.push({ workload: workload.name, with: {}, without: {}, ...Object.fromEntries(times) });
      }
    return rounds;
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}

async function fill(site: Site, seconds: number): Promise<FilledSite> {
  const { stack } = site;
  await runSql(stack.databaseUrl, [...FILL_OTHERS, ...fillArticles(1, ARTICLES)]);
  const unsealed = "select from cms.audit a where not exists (select from cms.audit_seals s where s.seq = a.seq) limit 1";
  await eventually(async () => (await runSql(stack.databaseUrl, [unsealed])).length === 0, { what: "all rows are sealed" });
  const [key, ids] = [await makeKey(stack.databaseUrl, "admin"), await someIds(stack.databaseUrl)];
  return { ...site, key, ids, idle: await measureIdle(processesOf(stack), seconds) };
}

function processesOf(stack: Stack): Times {
  const { gateway = 0, content = 0, postgres = 0 } = Object.fromEntries(stack.processes().map(({ name, pid }) => [name, Number(pid)]));
  return { gateway, content, postgres };
}

async function measureWrite({ method, path, body }: Workload, { stack, key, ids, idle }: FilledSite, seconds: number): Promise<Times> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const load = { url: stack.url, paths: ids.map((id) => path.replace("{id}", id)), method, body, headers, rate: RATE };
  const { failed, perSecond, cpuMicros } = await measure(load, processesOf(stack), seconds);
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return Object.fromEntries(Object.entries(cpuMicros).map(([name, micros]) => [name, micros - (idle[name] ?? 0) / perSecond]));
}

function print(workload: string, rounds: readonly Round[]): void {
  console.log(`${workload}, CPU µs a request`);
  for (const name of ["with", "without"] as const) {
    const processes = Object.keys(rounds[0]?.[name] ?? {});
    const parts = processes.map((process) => `${process} ${Math.round(middle(rounds.map((round) => round[name][process] ?? 0)))}`);
    console.log(`  ${name.padEnd(8)} ${parts.join(", ")}`);
  }
  const more = rounds.map((round) => (100 * sum(round.with)) / sum(round.without) - 100);
  console.log(`  the log costs ${middle(more).toFixed(1)} % more (rounds: ${more.map(Math.round).join(", ")})`);
}

function sum(times: Times): number {
  return Object.values(times).reduce((total, one) => total + one, 0);
}

/** The median; of an even number of values between the two in the middle. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}
