import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { cpus } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { freePort } from "colophon/stack/processes/free-port.ts";
import type { Stack } from "colophon/stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { benchAnswerCache } from "./answer-cache.ts";
import { benchAudit } from "./audit.ts";
import { benchEvents } from "./events/events.ts";
import { benchLists } from "./lists.ts";
import { benchMedia } from "./media.ts";
import { CONNECTIONS, measure } from "./measure.ts";
import type { Load, Measured } from "./measure.ts";
import { benchPooler } from "./pooler.ts";
import { benchProcesses } from "./processes/processes.ts";
import { benchRows } from "./rows/rows.ts";
import { benchSearch } from "./search.ts";
import { makeKey, runSql, someIds, startSite } from "./site.ts";
import { benchWebhooks } from "./webhooks/webhooks.ts";
import { FILL_OTHERS, fillArticles, WORKLOADS } from "./workloads.ts";

/**
 * `pnpm bench`: prints requests per second and CPU time per request, next to those of a minimal server (the ceiling) in the same run.
 * With `--only processes`: prints memory, starts and speed of the built package, in one process and in several.
 * With `--only events`: prints what the event stream costs a write, and the memory and the delay of 2,000 open streams.
 * With `--only audit`: prints the CPU time of writes with the audit log, next to the same writes of a site without it.
 * With `--only answer-cache`: prints the speed of reads, and the CPU time of writes, with and without the gateway's cache of answers.
 * With `--only webhooks`: prints how many events a second are delivered to another server.
 * With `--only pooler`: prints requests per second directly at PostgreSQL and behind PgBouncer.
 * With `--rows 1000000`: prints the times of single requests and of configuration changes with this number of records, and their goals.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "5" }, only: { type: "string" }, rows: { type: "string" } },
});
const seconds = Number(values.seconds);
const ceiling: ChildProcess[] = [];
if (values.only === "processes") await benchProcesses(seconds);
else if (values.only === "events") await benchEvents(seconds);
else if (values.only === "answer-cache") await benchAnswerCache(seconds);
else if (values.only === "audit") await benchAudit(seconds);
else if (values.only === "webhooks") await benchWebhooks();
else if (values.only === "pooler") await benchPooler(seconds);
else await benchSite(values.rows === undefined ? "bench.config.ts" : "rows/rows.config.ts");

async function benchSite(config: string): Promise<void> {
  const site = await startSite(config);
  const { stack } = site;
  try {
    if (values.rows === undefined) await benchAll(stack);
    else await benchRows({ url: stack.url, databaseUrl: stack.databaseUrl, rows: Number(values.rows), seconds });
  } finally {
    for (const child of ceiling) child.disconnect();
    await site.stop();
  }
}

async function benchAll(stack: Stack): Promise<void> {
  const key = await makeKey(stack.databaseUrl, "admin");
  await runSql(stack.databaseUrl, [...FILL_OTHERS, ...fillArticles(1, 10_000)]);
  const ids = await someIds(stack.databaseUrl);
  const ceilingUrl = await startCeiling(stack.databaseUrl);
  const [server, proxy] = ceiling.map(({ pid }) => Number(pid));
  const running = Object.fromEntries(stack.processes().map(({ name, pid }) => [name, Number(pid)]));
  const { postgres = 0, gateway = 0, content = 0, redis = 0 } = running;

  console.log(
    `Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model}, PostgreSQL 17 embedded (fsync on), Redis ${redis ? "on this machine" : "elsewhere"}`,
  );
  console.log(
    `${CONNECTIONS} connections for ${seconds} s after 2 s of warm-up, load from the same machine (autocannon), an API key with the admin role; one process of each, no request log`,
  );
  console.log("Ceiling: node:http with one prepared statement whose JSON PostgreSQL builds, behind a bare keep-alive proxy\n");
  let filled = 10_000;
  for (const { name, method, path, body, articles } of WORKLOADS.filter(({ name: one }) => one.includes(values.only ?? ""))) {
    if (articles > filled) await runSql(stack.databaseUrl, fillArticles(filled + 1, (filled = articles)));
    const paths = path.includes("{id}") ? ids.map((id) => path.replace("{id}", id)) : [path];
    const load = { paths, method, body };
    const bareLoad = { ...load, url: ceilingUrl, headers: { "content-type": "application/json", "x-workload": name } };
    const ourLoad = { ...load, url: stack.url, headers: { "content-type": "application/json", authorization: `Bearer ${key}` } };
    if (method === "GET") await requireSameAnswer(ourLoad, bareLoad);
    const bare = await measure(bareLoad, { proxy: Number(proxy), server: Number(server), postgres }, seconds);
    const ours = await measure(ourLoad, { gateway, content, postgres, redis }, seconds);
    console.log(line(name, ours, bare));
  }
  if ("media".includes(values.only ?? "")) await benchMedia({ url: stack.url, key, seconds });
  if ("lists".includes(values.only ?? "")) await benchLists({ url: stack.url, databaseUrl: stack.databaseUrl, key, seconds, runSql });
  if ("search".includes(values.only ?? "")) await benchSearch({ url: stack.url, databaseUrl: stack.databaseUrl, key, seconds, runSql });
}

async function startCeiling(databaseUrl: string): Promise<string> {
  const [serverPort, proxyPort] = [await freePort(), await freePort()];
  const statements = Object.fromEntries(WORKLOADS.map(({ name, sql }) => [name, sql]));
  const start = (file: string, env: Record<string, string>) =>
    ceiling.push(fork(join(import.meta.dirname, file), { env: { NODE_ENV: "production", ...env } }));
  start("ceiling.process.ts", { PORT: String(serverPort), DATABASE_URL: databaseUrl, STATEMENTS: JSON.stringify(statements) });
  start("proxy.process.ts", { PORT: String(proxyPort), TARGET_PORT: String(serverPort) });
  const url = `http://127.0.0.1:${proxyPort}`;
  await eventually(async () => (await fetch(url, { headers: { "x-workload": "list of 20" } })).ok, { what: "the ceiling has started" });
  return url;
}

/** Checks that product and ceiling return the same answer; otherwise the comparison would be invalid. */
async function requireSameAnswer(ours: Load, bare: Load): Promise<void> {
  const [mine, other] = await Promise.all(
    [ours, bare].map(async ({ url, paths, headers }) => (await fetch(url + paths[0], { headers })).json()),
  );
  if (!isDeepStrictEqual(mine, other))
    throw new Error(`The answer of the ceiling differs:\n${JSON.stringify(mine).slice(0, 600)}\n${JSON.stringify(other).slice(0, 600)}`);
}

function line(name: string, ours: Measured, bare: Measured): string {
  const cpu = ({ cpuMicros }: Measured) =>
    Object.entries(cpuMicros)
      .map(([process, micros]) => `${process} ${micros}`)
      .join(", ");
  const failed = ours.failed + bare.failed > 0 ? `  FAILED: ${ours.failed} of ours, ${bare.failed} of the ceiling's` : "";
  return [
    `${name}${failed}`,
    `  ours     ${String(ours.perSecond).padStart(6)}/s  p99 ${ours.p99Ms} ms  CPU µs a request: ${cpu(ours)}`,
    `  ceiling  ${String(bare.perSecond).padStart(6)}/s  p99 ${bare.p99Ms} ms  CPU µs a request: ${cpu(bare)}`,
    `  ours is ${Math.round((100 * ours.perSecond) / bare.perSecond)} % of the ceiling`,
  ].join("\n");
}
