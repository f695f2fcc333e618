import type { Stack } from "colophon/stack/stack.ts";
import { measure, type Measured } from "./measure.ts";
import { makeKey, runSql, someIds, startSite } from "./site.ts";
import { FILL_OTHERS, fillArticles, WORKLOADS, type Workload } from "./workloads.ts";

const ARTICLES = 10_000;
/** Of writes, in requests a second to each site. */
const RATE = 300;
const ROUNDS = 3;
const MODES = { on: { ANSWER_CACHE_BYTES: "67108864" }, off: {} } as const;
type Mode = keyof typeof MODES;

interface FilledSite {
  readonly mode: Mode;
  readonly stack: Stack;
  readonly key: string;
  readonly ids: readonly string[];
  stop(): Promise<void>;
}

/**
 * Prints the speed of reads of two sites, with and without the cache of answers, while an article is changed each second; and the CPU time
 * of writes on both, measured at the same time and with the same rate. Each mode is first in half of the rounds.
 */
export async function benchAnswerCache(seconds: number): Promise<void> {
  const sites: FilledSite[] = [];
  try {
    for (const mode of ["on", "off"] as const) sites.push(await startFilled(mode));
    for (const workload of WORKLOADS.filter(({ articles }) => articles === ARTICLES))
      if (workload.method === "GET") await compareReads(workload, sites, seconds);
      else await compareWrites(workload, sites, seconds);
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}

async function startFilled(mode: Mode): Promise<FilledSite> {
  const site = await startSite("bench.config.ts", MODES[mode]);
  const { databaseUrl } = site.stack;
  await runSql(databaseUrl, [...FILL_OTHERS, ...fillArticles(1, ARTICLES)]);
  return { ...site, mode, key: await makeKey(databaseUrl, "admin"), ids: await someIds(databaseUrl) };
}

function processesOf({ stack }: FilledSite): Readonly<Record<string, number>> {
  const running = Object.fromEntries(stack.processes().map(({ name, pid }) => [name, Number(pid)]));
  const { gateway = 0, content = 0, postgres = 0, redis = 0 } = running;
  return { gateway, content, postgres, redis };
}

function loadOf({ method, path, body }: Workload, { stack, key, ids }: FilledSite, rate?: number) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const paths = path.includes("{id}") ? ids.map((id) => path.replace("{id}", id)) : [path];
  return { url: stack.url, paths, method, body, headers, ...(rate !== undefined && { rate }) };
}

async function compareReads(workload: Workload, sites: readonly FilledSite[], seconds: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++)
    for (const site of round % 2 === 0 ? sites : sites.toReversed()) {
      const changing = setInterval(() => void change(site), 1_000);
      const measured = await measure(loadOf(workload, site), processesOf(site), seconds).finally(() => clearInterval(changing));
      print(workload.name, site, measured);
    }
}

async function compareWrites(workload: Workload, sites: readonly FilledSite[], seconds: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const measured = sites.map(async (site) => ({ site, of: await measure(loadOf(workload, site, RATE), processesOf(site), seconds) }));
    for (const { site, of } of await Promise.all(measured)) print(workload.name, site, of);
  }
}

async function change({ stack, key, ids }: FilledSite): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  await fetch(`${stack.url}/api/article/${ids[0]}`, { method: "PUT", headers, body: JSON.stringify({ title: "Changed" }) });
}

function print(name: string, { mode }: FilledSite, { perSecond, p99Ms, failed, cpuMicros }: Measured): void {
  const cpu = Object.entries(cpuMicros).map(([process, micros]) => `${process} ${micros}`);
  const failures = failed > 0 ? `  FAILED ${failed}` : "";
  console.log(
    `${name.padEnd(36)} cache ${mode.padEnd(3)} ${String(perSecond).padStart(6)}/s  p99 ${p99Ms} ms  CPU µs: ${cpu.join(", ")}${failures}`,
  );
}
